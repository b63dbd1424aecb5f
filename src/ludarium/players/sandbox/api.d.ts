// What scripts of games without an `api` of their own call; docs/how-to/write-a-bot.md describes it.

/** A position; the seats' numbers are in the order of the seats. */
interface Position {
  over: boolean;
  payoffs: number[];
  actor: number;
  legal: string[];
  play(name: string): Position;
  chance(): { name: string; probability: number }[];
  text(): string;
  points(): number[];
  value(): number[];
  playouts(games: number): number[];
}

declare const api: { seat: number; state: Position; turn(): number; legal(): string[]; play(name: string): void };
declare const console: { log(...values: any[]): void };
