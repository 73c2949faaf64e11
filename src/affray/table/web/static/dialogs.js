/** The menu and Share, fetched when somebody opens one of them. */

import { renderMenu } from "./menu.js";
import { renderShare } from "./share.js";

export const dialogs = { renderMenu, renderShare };
