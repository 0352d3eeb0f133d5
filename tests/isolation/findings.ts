/** The result of a run of checks: their number, and a description of every hole. */
export class Findings {
  readonly holes: string[] = [];
  checks = 0;

  /** Counts one check; `hole` describes the failure. */
  expect(isClosed: boolean, hole: string): void {
    this.checks += 1;
    if (!isClosed) this.holes.push(hole);
  }

  add(other: Findings): void {
    this.checks += other.checks;
    this.holes.push(...other.holes);
  }
}
