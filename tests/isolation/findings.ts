/** What a run of checks came to: how much it looked at, and every hole it found, in words. */
export class Findings {
  readonly holes: string[] = [];
  checks = 0;

  /** Counts one check; when it does not hold, `hole` says what is open. */
  expect(isClosed: boolean, hole: string): void {
    this.checks += 1;
    if (!isClosed) this.holes.push(hole);
  }

  add(other: Findings): void {
    this.checks += other.checks;
    this.holes.push(...other.holes);
  }
}
