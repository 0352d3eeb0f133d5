import { expect, test } from 'vitest';
import { normalSelection, selectionProblems } from './selection.ts';

test.each(['', '   ', 'keine Adresse'])('ONB-02 VAL-45 a person with the address "%s" is named', (email) => {
  const people = [{ name: 'Ina', email, approves: false }];
  const fields = selectionProblems(normalSelection({ people })).map(({ field }) => field);
  expect(fields).toEqual(['people.0.email']);
});
