/** Joins segments; a backslash escapes delimiters and backslashes inside them. */
export function displayValue(segments: readonly string[], delimiter: string): string {
  return segments
    .map((segment) => segment.replaceAll('\\', '\\\\').replaceAll(delimiter, `\\${delimiter}`))
    .join(delimiter);
}

/** The segments of a display value, without escapes. */
export function segmentsOf(value: string, delimiter: string): string[] {
  const segments = [''];
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? '';
    if (sign === delimiter) {
      segments.push('');
      continue;
    }
    if (sign === '\\') at += 1;
    segments.push(`${segments.pop()}${sign === '\\' ? (value[at] ?? '') : sign}`);
  }
  return segments;
}
