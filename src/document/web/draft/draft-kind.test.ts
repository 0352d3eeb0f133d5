import { expect, it } from 'vitest';
import { namedDraft } from './draft-kind.ts';

const draft = (name: string | null) => ({ head: { name, notes: 'x' }, lines: [1] });

it('ARC-01 a new document saved by a dropped file gets the name of the file, unless it has one', () => {
  expect(namedDraft(draft(null), 'Softwarevertrag')).toEqual(draft('Softwarevertrag'));
  expect(namedDraft(draft('  '), 'Softwarevertrag')).toEqual(draft('Softwarevertrag'));
  const named = draft('Miete');
  expect(namedDraft(named, 'Softwarevertrag')).toBe(named);
  expect(namedDraft(draft(null), 'x'.repeat(300)).head.name).toHaveLength(255);
  const none = draft(null);
  expect(namedDraft(none, '')).toBe(none);
});
