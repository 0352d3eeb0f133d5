import type {
  Change,
  ChangedEntry,
  FileRow,
  MasterDataPlan,
  MissingEntry,
  NewEntry,
  PresentRow,
  Values,
} from './model.ts';

/** Maximum lengths in the file, where stored texts can be longer; `name` is that of an account. */
const longest: Readonly<Record<string, number>> = { name: 40, address: 36, city: 30, contact_person: 40 };
const bankFields = ['iban', 'bic'];

/**
 * The effects of importing `rows` on the stored rows (EXP-25). A supplier is matched by account; one without an
 * account of its own in the company also by VAT id, else by name and town (VAL-29). Empty cells change nothing.
 */
export function masterDataPlan(rows: readonly FileRow[], present: readonly PresentRow[]): MasterDataPlan {
  const met = matches(rows, present);
  const plan = {
    added: [] as NewEntry[],
    changed: [] as ChangedEntry[],
    missing: [] as MissingEntry[],
    agreeing: [] as number[],
  };
  for (const row of rows) {
    const { account, line, values } = row;
    const known = met.get(row);
    const entry = { key: account, account, name: nameOf(known?.values.name ?? values.name), line };
    if (known === undefined) {
      plan.added.push({ ...entry, values });
      continue;
    }
    const changes = changesOf(row, known);
    if (changes.length === 0) plan.agreeing.push(known.id);
    else plan.changed.push({ ...entry, id: known.id, stamp: known.stamp, changes });
  }
  const recognised = new Set([...met.values()].map(({ id }) => id));
  const reported = new Set(rows.map(({ account }) => account));
  for (const { id, account, active, stamp, values } of present) {
    if (account === null || !active || recognised.has(id) || reported.has(account)) continue;
    plan.missing.push({ key: `#${id}`, account, name: nameOf(values.name), id, stamp });
  }
  return plan;
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Matches rows of the file with stored rows; each stored row is matched once. */
function matches(rows: readonly FileRow[], present: readonly PresentRow[]): Map<FileRow, PresentRow> {
  const met = new Map<FileRow, PresentRow>();
  const taken = new Set<PresentRow>();
  const meet = (row: FileRow, known: PresentRow): void => {
    met.set(row, known);
    taken.add(known);
  };
  // Accounts of the company precede accounts for all companies, active rows precede inactive ones.
  const ordered = present.toSorted(
    (one, other) =>
      Number(one.isOwnAccount) - Number(other.isOwnAccount) || Number(one.active) - Number(other.active),
  );
  const byAccount = new Map(ordered.map((known) => [known.account, known]));
  for (const row of rows) {
    const known = byAccount.get(row.account);
    if (known !== undefined) meet(row, known);
  }
  const free = present.filter((known) => !known.isOwnAccount && !taken.has(known));
  for (const signOf of [vatNumberSign, nameSign]) {
    const bySign = Map.groupBy(free, ({ values }) => signOf(values));
    for (const row of rows) {
      const sign = met.has(row) ? null : signOf(row.values);
      const [known, ...others] = (sign === null ? [] : (bySign.get(sign) ?? [])).filter(
        (one) => !taken.has(one),
      );
      // Of several similar suppliers none is matched, so that no supplier gets another one's account.
      if (known !== undefined && others.length === 0) meet(row, known);
    }
  }
  return met;
}

function vatNumberSign({ vat_number }: Values): string | null {
  return typeof vat_number === 'string' ? vat_number : null;
}

/** Ledger accounts have no town and are matched by number only. */
function nameSign({ name, city }: Values): string | null {
  if (typeof name !== 'string' || city === undefined) return null;
  return `${name}\n${typeof city === 'string' ? city : ''}`.toLowerCase();
}

function changesOf(row: FileRow, known: PresentRow): readonly Change[] {
  const { values, waiting } = known;
  const reported = withBank(row.values, values);
  const isBankKnown = [values, waiting].some(
    (bank) =>
      bank !== null && bankFields.every((field) => !(field in reported) || reported[field] === bank[field]),
  );
  const changes = Object.entries(reported).flatMap(([field, after]): Change[] => {
    const before = values[field] ?? null;
    const isSame = before === after || isCut(field, before, after);
    return isSame || (isBankKnown && bankFields.includes(field)) ? [] : [{ field, before, after }];
  });
  const account = { field: 'external_id', before: known.account, after: row.account };
  return known.account === row.account ? changes : [account, ...changes];
}

/** A new IBAN does not keep the BIC of the old one. */
function withBank(reported: Values, stored: Values): Values {
  const isOther = 'iban' in reported && reported.iban !== stored.iban;
  return isOther && !('bic' in reported) ? { ...reported, bic: null } : reported;
}

/** Whether the file's text is the stored one, cut to the length of the column. */
function isCut(field: string, before: unknown, after: unknown): boolean {
  const maxLength = longest[field];
  if (maxLength === undefined || typeof before !== 'string' || typeof after !== 'string') return false;
  return before.length > maxLength && before.slice(0, maxLength).trimEnd() === after;
}
