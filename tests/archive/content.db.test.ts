import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archivedTables, tablesLeftOut } from '../../src/features/archive/tables.ts';
import {
  type ArchiveFixture,
  archiveFixture,
  cellsOf,
  danglingPointers,
  describedTables,
  hostileNumber,
  rowsOf,
  sha256,
  textOf,
} from './archives.ts';

let fixture: ArchiveFixture;
let files: ReadonlyMap<string, Buffer>;
let tenantId: number;

/** Harmful in spreadsheets and CSV. */
const hostile = {
  text: '=HYPERLINK("http://evil.test";"x")',
  lines: 'eins\r\nzwei; "drei"',
};

const names = [
  '../../x.pdf',
  '..\\..\\x.pdf',
  'счёт № 5.pdf',
  `${'ä'.repeat(240)}.pdf`,
  'CON',
  'x.pdf',
  'x.pdf',
  '.pdf',
];

beforeAll(async () => {
  fixture = await archiveFixture();
  tenantId = fixture.demoTenant;
  await fixture.web.sql(
    `update invoice set number_printed = $2, notes = $3
     where id = (select min(id) from invoice where tenant_id = $1)`,
    [tenantId, hostile.text, hostile.lines],
  );
  for (const name of names) await addOriginal('min', name, Buffer.from(`%PDF ${name}`));
  // Longer than a piece, and empty; with and without retention.
  await addOriginal('max', 'lang.pdf', Buffer.alloc(700_000, 'x'), '2099-12-31');
  await addOriginal('max', 'leer.pdf', Buffer.alloc(0), '2099-12-31');
  await addOriginal('max', 'lang.pdf', Buffer.alloc(600_000, 'y'));
  ({ files } = await fixture.made());
});
afterAll(() => fixture?.close());

/** Adds an original to the tenant's first or last invoice. */
async function addOriginal(
  which: 'min' | 'max',
  name: string,
  bytes: Buffer,
  retainUntil: string | null = null,
): Promise<void> {
  await fixture.web.sql(
    `with f as (
       insert into file (tenant_id, name, mime, size, sha256, invoice_id, received_by, retain_until)
       select $1, $2, 'application/pdf', length($3::bytea), sha256($3), ${which}(id), 'upload', $4::date
       from invoice where tenant_id = $1 returning id)
     insert into file_chunk (tenant_id, file_id, chunk_no, bytes)
     select $1, id, n, substring($3 from n * 262144 + 1 for 262144) from f, generate_series(0, length($3) / 262144) n where length($3) > 0`,
    [tenantId, name, bytes, retainUntil],
  );
}

test('ARC-05 DATA-48 every table of a tenant is archived or listed with a reason', async () => {
  const tables = await fixture.web.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const known = [...archivedTables.map(({ table }) => table), ...Object.keys(tablesLeftOut)];
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('ARC-05 index.xml matches its DTD and lists each file with exactly its columns, key first', () => {
  const described = describedTables(files);
  expect(described.map(({ table }) => table)).toEqual(archivedTables.map(({ table }) => table));
  for (const { table, url, key, columns } of described) {
    expect(url).toBe(`${table}.csv`);
    expect(cellsOf(files, table)[0], table).toEqual(columns);
    expect(key.length, table).toBeGreaterThan(0);
    const rows = cellsOf(files, table).slice(1);
    expect(rows.every((cells) => cells.length === columns.length)).toBe(true);
  }
  expect([...files.keys()].filter((path) => path.endsWith('.csv') && !path.includes('/')).length).toBe(
    described.length + 1,
  );
});

test('ARC-05 index.xml names the companies as suppliers of the data, and says what each column holds', () => {
  const xml = textOf(files, 'index.xml');
  const [, supplier = ''] = /<DataSupplier>(.*?)<\/DataSupplier>/s.exec(xml) ?? [];
  const companies = rowsOf(files, 'client').map(({ billing_name }) => billing_name ?? '');
  expect(companies.length).toBeGreaterThan(0);
  for (const name of companies) expect(supplier).toContain(name.replaceAll('&', '&amp;'));
  const columns = xml.match(/<Variable(?:PrimaryKey|Column)>.*?<\/Variable(?:PrimaryKey|Column)>/gs) ?? [];
  expect(columns.length).toBeGreaterThan(500);
  for (const column of columns) expect(column).toMatch(/<\/Name>\s*<Description>[^<]+<\/Description>/);
  expect(xml).toMatch(/<Name>number_printed<\/Name>\s*<Description>Rechnungsnummer/);
});

test('ARC-05 every described reference has its target in the archive', () => {
  expect(describedTables(files).flatMap(({ pointers }) => pointers).length).toBeGreaterThan(100);
  expect(danglingPointers(files)).toEqual([]);
});

describe('ARC-05 ARC-01 originals', () => {
  test('ARC-01 every file is included byte for byte, at the path in the list of files', async () => {
    const stored = await fixture.web.sql<{ id: string; sha256: string; size: number }>(
      `select id, encode(sha256, 'hex') as sha256, size from file f where tenant_id = $1 and (received_by is distinct from 'export'
         or exists (select from invoice_export_file e where e.tenant_id = f.tenant_id and e.file_id = f.id))`,
      [tenantId],
    );
    const paths = new Map(rowsOf(files, 'file').map((row) => [row.id, row.path]));
    expect(stored.length).toBeGreaterThan(10);
    expect(paths.size).toBe(stored.length);
    for (const { id, sha256: hash, size } of stored) {
      const bytes = files.get(paths.get(id) ?? '');
      expect(bytes?.length, id).toBe(size);
      expect(bytes && sha256(bytes)).toBe(hash);
    }
  });

  test('ARC-05 paths contain kind and number of the document', async () => {
    const paths = rowsOf(files, 'file').map(({ path }) => path ?? '');
    const [last] = await fixture.web.sql<{ id: string }>(
      'select max(id)::text as id from invoice where tenant_id = $1',
      [tenantId],
    );
    expect(paths.filter((path) => path.includes('RE-000012')).sort()).toEqual(
      ['0001_lang.pdf', '0002_leer.pdf', '0003_lang.pdf'].map(
        (name) => `originale/rechnungen/RE-000012_id${last?.id}/${name}`,
      ),
    );
  });

  test('ARC-05 hostile numbers and names become paths that every system can unpack', () => {
    const paths = [...files.keys()];
    expect(paths.some((path) => path.includes('счёт _ 5.pdf'))).toBe(true);
    for (const path of paths) {
      expect(path).toMatch(/^[\p{L}\p{M}\p{N}._ +()/-]+$/u);
      expect(path.split('/').every((part) => !/^\.|[. ]$/.test(part) && Buffer.byteLength(part) <= 255)).toBe(
        true,
      );
    }
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });
});

describe('ARC-05 data', () => {
  test('ARC-05 texts are unchanged, even if a spreadsheet would read formulas', () => {
    const row = rowsOf(files, 'invoice').find(({ number_printed }) => number_printed === hostile.text);
    expect(row).toMatchObject({ invoice_number_formatted: hostileNumber });
    expect(textOf(files, 'invoice.csv')).toContain(`;"${hostile.lines.replaceAll('"', '""')}";`);
  });

  test('ARC-05 sums equal those of the database', async () => {
    for (const [table, column] of [
      ['invoice', 'total_brutto'],
      ['invoice', 'total_netto'],
      ['invoice_line', 'unit_net_price'],
      ['invoice_tax', 'tax'],
      ['procurement', 'total_netto'],
      ['procurement_line', 'price_netto'],
      ['booking', 'gross'],
      ['contract', 'total_netto'],
      ['goods_receipt', 'quantity'],
    ] as const) {
      const rows = rowsOf(files, table);
      const [stored] = await fixture.web.sql<{ count: number; sum: string | null }>(
        `select count(*)::integer as count, round(sum(${column}) * 100000000)::text as sum from ${table === 'booking' ? 'invoice_export_entry' : table} where tenant_id = $1`,
        [tenantId],
      );
      // Each of our entries has two bookings.
      expect(rows.length, table).toBe((stored?.count ?? 0) * (table === 'booking' ? 2 : 1));
      const sum = rows.reduce((total, row) => total + scaled(row[column] ?? ''), 0n);
      expect(String(sum), `${table}.${column}`).toBe(stored?.sum ?? '0');
    }
  });

  test('AUD-01 the audit is complete, including the request for the archive', async () => {
    const rows = rowsOf(files, 'audit_log');
    const [stored] = await fixture.web.sql<{ count: number }>(
      'select count(*)::integer as count from audit_log where tenant_id = $1 and "table" <> \'archive\'',
      [tenantId],
    );
    expect(rows.filter(({ table }) => table !== 'archive').length).toBe(stored?.count);
    expect(rows.filter(({ table }) => table === 'archive')[0]).toMatchObject({
      type: 'insert',
      info: expect.stringMatching(/^operator /),
    });
  });

  test('ARC-05 TECH-07 contains no secrets and nothing of other tenants', async () => {
    const secrets = /token_hash|password|secret|credential|public_key|signature_file_id/;
    for (const { table, columns } of describedTables(files))
      expect(
        columns.filter((column) => secrets.test(column) && !/^has_/.test(column)),
        table,
      ).toEqual([]);
    const data = [...files]
      .filter(([path]) => path.endsWith('.csv'))
      .map(([, bytes]) => bytes.toString('utf8'));
    const others = await fixture.web.sql<{ name: string }>(
      `select name from client c where tenant_id <> $1 and not exists (select from client o where o.tenant_id = $1 and o.name = c.name)
       union select email from lb_user p where tenant_id <> $1 and email is not null
         and not exists (select from lb_user o where o.tenant_id = $1 and o.email = p.email)`,
      [tenantId],
    );
    expect(others.length).toBeGreaterThan(1);
    for (const { name } of others)
      expect(
        data.some((text) => text.includes(name)),
        name,
      ).toBe(false);
  });
});

test('ARC-05 hashes.csv lists every other member with hash and size, and its hash is that of the archive', async () => {
  const rows = rowsOf(files, 'hashes');
  expect(rows.map(({ path }) => path).sort()).toEqual(
    [...files.keys()].filter((path) => path !== 'hashes.csv').sort(),
  );
  for (const { path = '', sha256: hash, size } of rows) {
    const bytes = files.get(path) ?? Buffer.alloc(0);
    expect([sha256(bytes), String(bytes.length)]).toEqual([hash, size]);
  }
  const [archive] = await fixture.web.sql<{ sha256: string; members: number; is_now: boolean }>(
    "select sha256, members, made_at > now() - interval '10 minutes' as is_now from archive where state = 'done'",
  );
  expect(archive).toEqual({
    sha256: sha256(Buffer.from(textOf(files, 'hashes.csv'))),
    members: files.size,
    is_now: true,
  });
});

function scaled(text: string): bigint {
  const [whole = '', digits = ''] = text.split(',');
  return text === '' ? 0n : BigInt(`${whole}${digits.padEnd(8, '0')}`);
}
