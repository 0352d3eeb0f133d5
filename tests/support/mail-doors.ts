import { tokenDigest } from '../../src/platform/server/secrets.ts';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Mail {
  readonly kind: string;
  readonly text: string;
}

/** Tokens have 256 bits; access tokens and tickets are signed instead. */
const tokens = /(?<![\w-])[\w-]{43,100}(?![\w-])/g;
const signed = /eyJ[\w-]{1,3000}\.eyJ[\w-]{1,3000}\.[\w-]{1,3000}/;

/**
 * The valid tokens in stored mails of a database, as `login: login_token.token_hash`: each word that could be a token
 * is looked up in every column with digests (TECH-07).
 */
export async function doorsInMails(sql: Sql): Promise<readonly string[]> {
  const [there] = await sql<{ has_mails: boolean }>(
    "select to_regclass('public.mail') is not null as has_mails",
  );
  if (!there?.has_mails) return [];
  const mails = await sql<Mail>(
    "select kind, concat_ws(' ', subject, text_body, html_body) as text from mail",
  );
  const words = mails.flatMap(({ kind, text }) =>
    [...new Set(text.match(tokens))].map((word) => ({ kind, digest: tokenDigest(word) })),
  );
  const found = mails.filter(({ text }) => signed.test(text)).map(({ kind }) => `${kind}: a signed token`);
  if (words.length === 0) return found;
  for (const { table, column } of await digestColumns(sql)) {
    const known = await sql<{ digest: Buffer }>(
      `select ${column} as digest from ${table} where ${column} = any ($1::bytea[])`,
      [words.map(({ digest }) => digest)],
    );
    for (const { digest } of known) {
      const { kind = '' } = words.find((word) => word.digest.equals(digest)) ?? {};
      found.push(`${kind}: ${table}.${column}`);
    }
  }
  return found;
}

/** The columns with digests of tokens, whatever their names. */
async function digestColumns(
  sql: Sql,
): Promise<readonly { readonly table: string; readonly column: string }[]> {
  return await sql(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name ~ '(hash|digest|token)'
     order by 1, 2`,
  );
}
