/** A change of one source file that breaks a protection; the isolation tests must fail with it. */
export interface CodeFault {
  readonly name: string;
  /** Path from the project root. */
  readonly file: string;
  /** Text that occurs exactly once in the file, unless `nth` selects an occurrence, from 0. */
  readonly find: string;
  readonly nth?: number;
  readonly replace: string;
}

/** Inserts the fault into the source; throws when the code has changed and the text no longer occurs. */
export function planted(fault: CodeFault, source: string): string {
  const parts = source.split(fault.find);
  const places = parts.length - 1;
  const place = fault.nth ?? 0;
  if (places === 0 || place >= places || (fault.nth === undefined && places > 1))
    throw new Error(`${fault.name}: "${fault.find}" occurs ${places} times in ${fault.file}`);
  const [before, after] = [parts.slice(0, place + 1), parts.slice(place + 1)];
  return `${before.join(fault.find)}${fault.replace}${after.join(fault.find)}`;
}
