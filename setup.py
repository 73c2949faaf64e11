"""What pyproject.toml cannot say: in a wheel the proofs of a game lie beside it.

In the checkout they are in tests/, so that whoever reads a game is not lost in four thousand
scenarios; `Ruleset.proof_folder` finds them in either place.
"""

from pathlib import Path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py

PROOFS = ("scenarios", "golden")


class WithProofs(build_py):
    """Every game's scenarios and golden transcripts, copied into its package."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for kind in PROOFS:
            for folder in sorted((Path("tests") / kind).iterdir()):
                package = Path(self.build_lib, "affray", "rulesets", folder.name.replace("-", "_"))
                copytree(folder, package / kind, dirs_exist_ok=True)


setup(cmdclass={"build_py": WithProofs})
