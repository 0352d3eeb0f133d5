/** One request inside of a batch: a record that is created. */
export interface BatchRequest {
  /** Behind `/data/`. */
  readonly path: string;
  readonly row: object;
}

/** An answer inside of a batch. */
export interface BatchAnswer {
  readonly status: number;
  /** As text; empty where there is none. */
  readonly body: string;
}

/**
 * The body of a batch with one changeset, which is carried out whole or not at all.
 *
 * @param boundary must not occur in the rows
 */
export function changesetBody(requests: readonly BatchRequest[], boundary: string): string {
  // Neither boundary begins with the other one.
  const inner = `changeset_${boundary}`;
  const parts = requests.map(({ path, row }, place) =>
    [
      `--${inner}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      `Content-ID: ${place + 1}`,
      '',
      `POST ${path} HTTP/1.1`,
      'Content-Type: application/json;odata.metadata=minimal',
      'Accept: application/json;odata.metadata=minimal',
      '',
      JSON.stringify(row),
    ].join('\r\n'),
  );
  return [
    `--${boundary}`,
    `Content-Type: multipart/mixed; boundary=${inner}`,
    '',
    ...parts,
    `--${inner}--`,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** Every answer inside of the answer to a batch, which itself is 200 whatever happened. */
export function batchAnswers(text: string): readonly BatchAnswer[] {
  // Texts inside of JSON have no line breaks of their own, so that none of them looks like this.
  const heads = [...text.matchAll(/^HTTP\/1\.\d (\d{3})[^\r\n]*\r?$/gm)];
  return heads.map((head, place) => {
    const part = text.slice(head.index, heads[place + 1]?.index);
    const [, ...rest] = part.split(/\r?\n\r?\n/);
    const body = rest.join('\n\n').split(/\r?\n--/)[0] ?? '';
    return { status: Number(head[1]), body: body.startsWith('--') ? '' : body.trim() };
  });
}
