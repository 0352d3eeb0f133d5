/** One change of a source that opens the wall for somebody; the isolation tests have to fail with it. */
export interface CodeFault {
  readonly name: string;
  /** From the root of the project. */
  readonly file: string;
  /** Stands in the file exactly once, or `nth` says which one is meant, from 0. */
  readonly find: string;
  readonly nth?: number;
  readonly replace: string;
}

/** The source with the fault in it; throws where the code has moved on and the fault has no place any more. */
export function planted(fault: CodeFault, source: string): string {
  const parts = source.split(fault.find);
  const places = parts.length - 1;
  const place = fault.nth ?? 0;
  if (places === 0 || place >= places || (fault.nth === undefined && places > 1))
    throw new Error(`${fault.name}: "${fault.find}" stands ${places} times in ${fault.file}`);
  const [before, after] = [parts.slice(0, place + 1), parts.slice(place + 1)];
  return `${before.join(fault.find)}${fault.replace}${after.join(fault.find)}`;
}
