import { describe, expect, it } from 'vitest';
import { idOf, timelineOf } from '../../../tests/support/timeline-notation.ts';
import { repeatReason } from './repeated.ts';

const reasonOf = (text: string, name = 'B') => repeatReason(timelineOf(text), 'approval', idOf(name));

describe('APPR-15 the page says why a person approves again', () => {
  it.each([
    ['between', '0 start U approved\n1 approval B approved\n2 approval C approved\n3* approval B'],
    ['later', '0 start U approved\n1 approval B approved\n2 reassignment A reassignment\n3* approval B'],
    ['limit', '0 start U approved\n1 approval B approved\n2* approval B'],
  ])('%s', (reason, text) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it.each([
    ['the person has not approved', '0 start U approved\n1 approval A approved\n2* approval B'],
    [
      'it was in an earlier round',
      '0 start U approved\n1 approval B approved\n2 clearing K approved\n3* approval B',
    ],
    ['the step is of another person', '0 start U approved\n1 approval B approved\n2* approval A'],
    ['the step is no approval', '0 start U approved\n1 approval B approved\n2* send-order B'],
  ])('says nothing if %s', (_, text) => {
    expect(reasonOf(text)).toBeNull();
  });
});
