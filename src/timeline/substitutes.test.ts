import { describe, expect, it } from 'vitest';
import { facts, person } from '../../tests/support/procurement-situation.ts';
import { idOf, nameOf, timelineOf } from '../../tests/support/timeline-notation.ts';
import type { FlowFacts } from './flow.ts';
import { dueHandOver, isAbsent, substituteOf } from './substitutes.ts';

const today = '2025-05-21';

/** Named persons are absent today with the substitute after the arrow: `A>B B>C`. */
function away(text: string, isFit: Record<string, object> = {}): FlowFacts {
  const people = [...'ABCDE'].map((name) => {
    const to = text.split(' ').find((part) => part.startsWith(`${name}>`))?.[2];
    const absence = to ? { substitute_id: idOf(to), absence_from: today, absence_to: today } : {};
    return person(name, { ...absence, ...isFit[name] });
  });
  return facts({ today, people: new Map(people.map((one) => [one.id, one])) });
}

describe('APPR-15 absence', () => {
  it.each([
    ['2025-05-21', '2025-05-21', true],
    ['2025-05-20', '2025-05-22', true],
    ['2025-05-01', '2025-05-20', false],
    ['2025-05-22', null, false],
    ['2025-05-21', null, true],
    [null, null, false],
    [null, '2025-05-30', false],
  ])('from %s to %s: %s', (absence_from, absence_to, expected) => {
    const one = person('A', { substitute_id: idOf('B'), absence_from, absence_to });
    expect(isAbsent(one, today)).toBe(expected);
  });

  it('requires a substitute', () => {
    expect(isAbsent(person('A', { absence_from: today }), today)).toBe(false);
    expect(isAbsent(undefined, today)).toBe(false);
  });
});

describe('APPR-15 substitutes', () => {
  it.each([
    ['', 'A'],
    ['A>B', 'B'],
    ['A>B B>C', 'C'],
    ['A>B B>C C>D', 'D'],
    // A fourth one, or a cycle: the task stays with its owner.
    ['A>B B>C C>D D>E', 'A'],
    ['A>B B>A', 'A'],
    ['A>B B>C C>B', 'A'],
  ])('%s: %s', (text, expected) => {
    expect(nameOf(substituteOf(away(text), idOf('A')))).toBe(expected);
  });

  it('are never blocked, inactive or unsuitable persons', () => {
    expect(substituteOf(away('A>B', { B: { blocked: true } }), idOf('A'))).toBe(idOf('A'));
    expect(substituteOf(away('A>B', { B: { active: false } }), idOf('A'))).toBe(idOf('A'));
    expect(substituteOf(away('A>B'), idOf('A'), (candidate) => candidate !== idOf('B'))).toBe(idOf('A'));
  });
});

describe('APPR-15 a task changes hands', () => {
  const task = timelineOf('0 start U approved\n1* approval A\n2 send-order C');
  const held = {
    ...task,
    entries: task.entries.map((entry) =>
      entry.entryNo === 1 ? { ...entry, lbUserId: idOf('B'), forUserId: idOf('A') } : entry,
    ),
  };

  it('to the substitute', () => {
    expect(dueHandOver(task, away('A>B'))).toEqual({ from: idOf('A'), to: idOf('B'), forUserId: idOf('A') });
  });

  it('on to the next substitute, who represents the owner', () => {
    expect(dueHandOver(held, away('A>B B>C'))).toEqual({
      from: idOf('B'),
      to: idOf('C'),
      forUserId: idOf('A'),
    });
  });

  it('back to its owner, after any time', () => {
    expect(dueHandOver(held, away(''))).toEqual({ from: idOf('B'), to: idOf('A'), forUserId: null });
  });

  it('not if it is in the right hands', () => {
    expect(dueHandOver(held, away('A>B'))).toBeNull();
    expect(dueHandOver(task, away(''))).toBeNull();
  });

  it('never if it belongs to a group, a draft or a done document', () => {
    const group = timelineOf('0 start U approved\n1* approval G');
    expect(dueHandOver(group, facts())).toBeNull();
    expect(dueHandOver(timelineOf('0* start A'), away('A>B'))).toBeNull();
    expect(dueHandOver(timelineOf('0 start A approved'), away('A>B'))).toBeNull();
  });
});
