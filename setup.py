"""What pyproject.toml cannot say: in a wheel the proofs of a game lie beside it.

In the checkout they are in tests/, so that whoever reads a game is not lost in four thousand
scenarios. In a wheel those are one archive a game: as files they would take twice their bytes of
everybody's disk. `Ruleset.proof_folder` finds them in either place.
"""

from pathlib import Path
from shutil import copytree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from setuptools import setup
from setuptools.command.build_py import build_py

TESTS = Path("tests")


class WithProofs(build_py):
    """Every game's scenarios and golden transcripts, brought into its package."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        rulesets = Path(self.build_lib, "affray", "rulesets")
        for folder in sorted((TESTS / "scenarios").iterdir()):
            pack(folder, rulesets / folder.name.replace("-", "_") / "scenarios.zip")
        for folder in sorted((TESTS / "golden").iterdir()):
            golden = rulesets / folder.name.replace("-", "_") / "golden"
            copytree(folder, golden, dirs_exist_ok=True)


def pack(folder: Path, archive: Path) -> None:
    """The files of a folder, of no date: the same files are the same archive."""
    with ZipFile(archive, "w") as packed:
        for file in sorted(folder.rglob("*.toml")):
            name = ZipInfo(file.relative_to(folder).as_posix())
            packed.writestr(name, file.read_bytes(), ZIP_DEFLATED)


setup(cmdclass={"build_py": WithProofs})
