import { useState } from 'react';
import { apportioned } from '../../../../base/apportion.ts';
import { type Amount, dividedBy, isZero, round, times } from '../../../../base/money.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { isSplit, netsOf, restOf, type SplitMode, splitLine } from '../../split-line.ts';
import type { LineDraft } from '../draft.ts';

/** The accounting of a part; initially that of the line. */
export type PartPlaces = Pick<LineDraft, 'cost_center' | 'ledger_account' | 'profit_center'>;

/** A part in the form; the last share follows from the others. */
export interface Part extends PartPlaces {
  readonly key: string;
  /** In percent or in the currency of the invoice, depending on the mode. */
  readonly share: Amount | null;
}

const fewest = 2;

/** The parts of a line in the split dialog (VAL-19). */
export function useParts(line: LineDraft) {
  const net = line.total_netto ?? '0';
  const [mode, setMode] = useState<SplitMode>('percent');
  const [isTyped, setTyped] = useState(false);
  const [parts, setParts] = useState<readonly Part[]>(() =>
    even('percent', net, [partOf(line), partOf(line)]),
  );
  const shares = parts.slice(0, -1).map(({ share }) => share);
  const nets = isSplit(mode, net, shares) ? netsOf(mode, net, shares) : null;
  const resize = (next: readonly Part[]): void => setParts(isTyped ? next : even(mode, net, next));
  return {
    mode,
    parts,
    nets,
    rest: restOf(mode, net, shares),
    change: (key: string, change: Partial<Part>): void => {
      if ('share' in change) setTyped(true);
      setParts(parts.map((part) => (part.key === key ? { ...part, ...change } : part)));
    },
    add: (): void => resize([...parts, partOf(line)]),
    remove: (key: string): void => {
      if (parts.length > fewest) resize(parts.filter((part) => part.key !== key));
    },
    isFewest: parts.length === fewest,
    setMode: (next: SplitMode): void => {
      const converted = nets === null ? null : nets.map((part) => shareOf(next, net, part));
      setMode(next);
      setParts(parts.map((part, place) => ({ ...part, share: converted?.[place] ?? null })));
    },
    /**
     * The lines that replace the split line; the first part keeps its identity. Null while the shares are not a valid
     * split.
     */
    lines: (): readonly LineDraft[] | null =>
      nets &&
      splitLine(line, nets).map((part, place) => {
        const { key = line.key, share: _, ...places } = parts[place] ?? {};
        return { ...part, ...places, ...(place === 0 ? {} : { key, id: null }) };
      }),
  };
}

function partOf({ cost_center, ledger_account, profit_center }: LineDraft): Part {
  return { key: uniqueKey(), share: null, cost_center, ledger_account, profit_center };
}

/** Equal parts, as long as no share is entered. */
function even(mode: SplitMode, net: Amount, parts: readonly Part[]): readonly Part[] {
  const shares = apportioned(
    mode === 'percent' ? '100' : net,
    parts.map(() => '1'),
    2,
  );
  return parts.map((part, place) => ({ ...part, share: shares[place] ?? null }));
}

function shareOf(mode: SplitMode, net: Amount, part: Amount): Amount | null {
  if (mode === 'amount') return part;
  return isZero(net) ? null : round(dividedBy(times(part, '100'), net), 2);
}
