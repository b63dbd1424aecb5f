// The page of a league follows it: who enters, the tables of its divisions, and one's own matches.

import { followed } from "./following.js";

followed();
