// What scripts of Grid Game call, and what the interpreter gives to `desk.js` before every turn.

/** Directions are green's; for the other seats they are mirrored. */
interface GridApi {
  north(): void;
  east(): void;
  south(): void;
  west(): void;
  towardsX(): void;
  towardsY(): void;
  awayX(): void;
  awayY(): void;
  random_direction(): void;
  /** Returns the number of the turn. */
  turn(): number;
  /** Returns whether cities spawn in this turn. */
  spawning_turn(): boolean;
  /** Keeps the direction for this number of turns: until then the script is not run. */
  wait(turns: number): void;
  /** The turn in which the script runs next. */
  next_move: number;
}

declare const api: GridApi;

/** The facts of `bots.py`: the letter of the seat's direction, and those of its north, east, south and west. */
interface GridFacts {
  turn: number;
  spawning: boolean;
  direction: string;
  compass: string[];
}

/** Prints for the author of the script. */
declare const console: { log(...values: any[]): void };
