/** One request of a batch: the creation of a record. */
export interface BatchRequest {
  /** The part after `/data/`. */
  readonly path: string;
  readonly row: object;
}

/** The answer to one request of a batch. */
export interface BatchAnswer {
  readonly status: number;
  /** As text; empty where the answer has none. */
  readonly body: string;
}

/**
 * The body of a batch with one changeset, which is executed completely or not at all.
 *
 * @param boundary must not occur in the rows
 */
export function changesetBody(requests: readonly BatchRequest[], boundary: string): string {
  // Neither boundary is a prefix of the other.
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

/** All inner answers of a batch; the outer status is always 200. */
export function batchAnswers(text: string): readonly BatchAnswer[] {
  // JSON texts contain no raw line breaks, so none of them matches.
  const heads = [...text.matchAll(/^HTTP\/1\.\d (\d{3})[^\r\n]*\r?$/gm)];
  return heads.map((head, place) => {
    const part = text.slice(head.index, heads[place + 1]?.index);
    const [, ...rest] = part.split(/\r?\n\r?\n/);
    const body = rest.join('\n\n').split(/\r?\n--/)[0] ?? '';
    return { status: Number(head[1]), body: body.startsWith('--') ? '' : body.trim() };
  });
}
