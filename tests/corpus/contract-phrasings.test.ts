import { describe, expect, test } from 'vitest';
import { readContract } from '../../src/features/recognition/contract/read-contract.ts';
import type { ReadPeriod, ReadPrice, ReadRenewal } from '../../src/features/recognition/contract-reading.ts';
import type { ReadValue } from '../../src/features/recognition/reading.ts';
import { typedPage } from '../support/typed-page.ts';
import { halfOf, phrasings, type Reported, type Subject } from './contract-phrasings.ts';

function read(text: string): Reported {
  const { fields } = readContract([typedPage(`\n     ${text}\n`)], { own: [] });
  const found = Object.entries(fields).flatMap(([name, value]: [string, ReadValue<unknown> | null]) =>
    value === null ? [] : [[name, shown(value.value)]],
  );
  return Object.fromEntries(found) as Reported;
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('amount' in value) return `${(value as ReadPrice).amount} ${(value as ReadPrice).interval}`;
  if ('unit' in value) return length(value as ReadPeriod);
  const { type, period } = value as ReadRenewal;
  return period === null ? type : `${type} ${length(period)}`;
}

const length = ({ count, unit }: ReadPeriod): string => `${count} ${unit}`;

/** What a half says, what of it is read, and what is read although no phrasing says it. */
function measured(subject: Subject, half: 'developed' | 'kept') {
  const texts = halfOf(subject, half).map(([text, reported]) => ({ text, reported, found: read(text) }));
  const results = texts.flatMap(({ reported, found }) =>
    Object.entries(reported).map(([name, value]) => found[name as keyof Reported] === value),
  );
  const wrong = texts.flatMap(({ text, reported, found }) =>
    Object.entries(found)
      .filter(([name, value]) => reported[name as keyof Reported] !== value)
      .map(([name, value]) => `${text} -> ${name} ${value}`),
  );
  const missed = texts.flatMap(({ text, reported, found }) =>
    Object.entries(reported)
      .filter(([name, value]) => found[name as keyof Reported] !== value)
      .map(([name, value]) => `${text} -> ${name} ${value}`),
  );
  return { wrong, missed, share: results.filter(Boolean).length / Math.max(1, results.length) };
}

const subjects = Object.keys(phrasings) as Subject[];

describe('CON-01 REC-05 phrasings of contracts', () => {
  test.each(subjects)(
    '%s: every phrasing that the rules were written with is read, and nothing else',
    (subject) => {
      expect(measured(subject, 'developed')).toEqual({ wrong: [], missed: [], share: 1 });
    },
  );
  test.each(subjects)('%s: no phrasing of the control set is misread', (subject) => {
    expect(measured(subject, 'kept').wrong).toEqual([]);
  });
  test('nine tenths of the control set are read', () => {
    const kept = subjects.map((subject) => ({ subject, ...measured(subject, 'kept') }));
    const share = kept.reduce((sum, one) => sum + one.share, 0) / kept.length;
    expect({ share, missed: kept.flatMap(({ missed }) => missed) }).toMatchObject({
      share: expect.any(Number),
    });
    expect(share).toBeGreaterThanOrEqual(0.9);
  });
});
