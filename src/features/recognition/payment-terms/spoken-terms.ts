import type { Counted, Term } from '../payment-term.ts';
import type { Atom } from './atoms.ts';
import { folded } from './fold.ts';

export type TermAtom = Extract<Atom, { kind: 'term' }>;

type MarkAtom = Extract<Atom, { kind: 'mark' }>;

/** Text allowed between a number of days and the resulting day. */
const leadsTo =
  /^[\s(,:=/-]*(?:(?:also|d\.?\s?h\.?|das\sheisst|das\sist|somit|sprich|i\.?\s?e\.?|rein|netto|net|ohne\sabzug|ist|spatestens|am|bis|zum|den|by|until|on|or|the|before|le|soit|au|plus|tard|avant|per)[\s(,:.]*)*$/;
/** Words that introduce the day on which a term ends. */
const introduces =
  /(?:bis|zum|am|per|spatestens|by|until|on|before|due|dates?|le|avant|tard|\p{L}*termin|\p{L}*ziel|\p{L}*datum|\p{L}*fallig\p{L}*|zahlbar|echeance|payable|:)[\s:]*(?:(?:zum|den|dem|am|the|le|einschliesslich|or|before)[\s:]*)*$/u;
/** Text between the two days of a period. */
const ofPeriod = /^\s*(?:bis(?:\szum)?|-|to|until|au|through)\s*$/;
/** The most letters between a modifier and its number of days. */
const nearby = 45;

/**
 * The terms of a text: each number of days with its start and the resulting day. Days on which no term ends, such as
 * the invoice date, are left out.
 */
export function counted(
  text: string,
  atoms: readonly Atom[],
): { readonly atoms: readonly Atom[]; readonly terms: readonly TermAtom[] } {
  const between = (left: Atom, right: Atom) => folded(text.slice(left.end, right.start)).text;
  const started = withStarts(atoms, between);
  const merged = withDays(started, between);
  const whole = merged.map((atom, _, all) => (atom.kind === 'term' ? withModifiers(atom, all) : atom));
  const complete = [...whole, ...termsOfMarks(whole)].toSorted((left, right) => left.start - right.start);
  const terms = complete.filter(
    (atom): atom is TermAtom =>
      atom.kind === 'term' && (atom.term.kind === 'after' || isIntroduced(atom, complete, text)),
  );
  const kept = new Set<Atom>(terms);
  return { atoms: complete.filter((atom) => atom.kind !== 'term' || kept.has(atom)), terms };
}

type Between = (left: Atom, right: Atom) => string;

/** A day behind "ab", "vom" or "Valuta" is the start of the numbers of days; the days of a period are dropped. */
function withStarts(atoms: readonly Atom[], between: Between): readonly Atom[] {
  const isDay = (atom: Atom | undefined): atom is TermAtom =>
    atom?.kind === 'term' && atom.term.kind !== 'after';
  const starts = new Map<Atom, 'valuta' | 'from' | 'period'>();
  atoms.forEach((atom, place) => {
    const next = atoms
      .slice(place + 1)
      .find((other) => other.kind !== 'mark' || other.mark !== 'parting' || other.weight !== 0.5);
    if (!isDay(next)) return;
    const gap = between(atom, next);
    if (atom.kind === 'mark' && atom.mark === 'valuta' && /^[\s:(]*(?:ab|per|am|zum|vom)?[\s:]*$/.test(gap))
      starts.set(next, 'valuta');
    if (atom.kind === 'mark' && atom.mark === 'from' && /^[\s(:,]*$/.test(gap)) starts.set(next, 'from');
    if (isDay(atom) && ofPeriod.test(gap)) for (const day of [atom, next]) starts.set(day, 'period');
  });
  const valuta = [...starts].find(([, sort]) => sort === 'valuta')?.[0];
  return atoms.flatMap((atom): Atom[] => {
    if (starts.has(atom)) return [];
    if (atom.kind !== 'term' || atom.term.kind !== 'after') return [atom];
    const own = [...starts.keys()].find(
      (day) => starts.get(day) === 'from' && day.start >= atom.end && day.start - atom.end < nearby,
    );
    const start = own ?? valuta;
    const day = start !== undefined && isDay(start) && start.term.kind === 'day' ? start.term.day : null;
    return [day === null ? atom : { ...atom, term: { ...atom.term, from: day } }];
  });
}

/** "innerhalb von 30 Tagen, also bis zum 18.12.2026" is one term, and the printed day wins (INV-27). */
function withDays(atoms: readonly Atom[], between: Between): readonly Atom[] {
  const gone = new Set<Atom>();
  const merged = new Map<Atom, Atom>();
  const terms = atoms.filter((atom): atom is TermAtom => atom.kind === 'term');
  terms.forEach((left, place) => {
    const right = terms[place + 1];
    if (right === undefined || gone.has(left) || right.start - left.end > nearby) return;
    const kinds = [left.term.kind, right.term.kind];
    const isPair = kinds.filter((kind) => kind === 'after').length === 1;
    if (!isPair || !leadsTo.test(between(left, right))) return;
    const day = left.term.kind === 'after' ? right : left;
    merged.set(left, { kind: 'term', term: day.term, start: left.start, end: right.end });
    gone.add(right);
  });
  return atoms.flatMap((atom) => (gone.has(atom) ? [] : [merged.get(atom) ?? atom]));
}

/** Adds the start of a number of days, and the end of the month when the term names one. */
function withModifiers(atom: TermAtom, atoms: readonly Atom[]): TermAtom {
  const { term } = atom;
  if (term.kind !== 'after') return atom;
  const place = atoms.indexOf(atom);
  const near = (name: MarkAtom['mark']): MarkAtom | undefined => {
    const candidates = atoms.filter(
      (other): other is MarkAtom =>
        other.kind === 'mark' &&
        other.mark === name &&
        nearestTerm(other, atoms) === atom &&
        !isParted(atom, other, atoms),
    );
    return candidates[0];
  };
  const end = near('month_day');
  const from = near('receipt') ? 'receipt' : near('delivery') ? 'delivery' : term.from;
  if (end?.mark !== 'month_day' || !('monthDay' in end)) return { ...atom, term: { ...term, from } };
  const before = atoms[atoms.indexOf(end) - 1];
  const isStart =
    end.isStart || atoms.indexOf(end) < place || (before?.kind === 'mark' && before.mark === 'from');
  const plain = end.monthDay.after === 0 && end.monthDay.day === 'last';
  const own: Counted =
    isStart && plain && term.count > 0
      ? { ...term, from: 'month_end' }
      : { ...term, from, monthDay: end.monthDay };
  return { ...atom, term: own };
}

function nearestTerm(mark: Atom, atoms: readonly Atom[]): TermAtom | null {
  const gap = (term: Atom) => Math.max(term.start - mark.end, mark.start - term.end, 0);
  const terms = atoms.filter((atom): atom is TermAtom => atom.kind === 'term' && atom.term.kind === 'after');
  const [nearest] = terms.toSorted((left, right) => gap(left) - gap(right));
  return nearest !== undefined && gap(nearest) < nearby ? nearest : null;
}

/** Whether a percentage or the end of a clause separates two atoms. */
function isParted(one: Atom, other: Atom, atoms: readonly Atom[]): boolean {
  const [left, right] = one.start < other.start ? [one, other] : [other, one];
  return atoms.some(
    (atom) =>
      atom.start >= left.end &&
      atom.end <= right.start &&
      (atom.kind === 'percent' ||
        (atom.kind === 'mark' && atom.mark === 'parting' && (atom.weight ?? 0) >= 2)),
  );
}

/** "zum Monatsende" and "nach Erhalt" are terms themselves unless a number of days is beside them. */
function termsOfMarks(atoms: readonly Atom[]): readonly TermAtom[] {
  return atoms.flatMap((atom): TermAtom[] => {
    if (atom.kind !== 'mark' || (atom.mark !== 'month_day' && atom.mark !== 'receipt')) return [];
    const nearest = nearestTerm(atom, atoms);
    const isUsed = nearest !== null && !isParted(nearest, atom, atoms);
    const isBesideDay = atoms.some(
      (other) => other.kind === 'term' && other.term.kind !== 'after' && !isParted(other, atom, atoms),
    );
    if (isUsed || (atom.mark === 'receipt' && isBesideDay)) return [];
    const term: Term = {
      kind: 'after',
      count: 0,
      unit: 'day',
      from: atom.mark === 'receipt' ? 'receipt' : 'invoice',
      monthDay: 'monthDay' in atom ? atom.monthDay : null,
    };
    return [{ kind: 'term', term, start: atom.start, end: atom.end }];
  });
}

/** Whether a term ends on a day: words introduce it, or the text excludes a discount. */
function isIntroduced(day: TermAtom, atoms: readonly Atom[], text: string): boolean {
  if (day.end - day.start > 18) return true;
  const before = folded(text.slice(Math.max(0, day.start - nearby), day.start)).text;
  const [next] = atoms.filter(({ start }) => start >= day.end);
  const isNet = next?.kind === 'mark' && (next.mark === 'net' || next.mark === 'pay');
  return (
    introduces.test(before) || isNet || (next?.kind === 'percent' && /^\s*[(:]?$/.test(before.slice(-1)))
  );
}
