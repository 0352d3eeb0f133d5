import { describe, expect, test } from 'vitest';
import { judgeReplication, type ReplicationFacts } from './replication.ts';

describe('the doctor on standbys and slots (TECH-15)', () => {
  const well: ReplicationFacts = {
    standbys: [{ name: 'two', isActive: true, behindSeconds: 0.4 }],
    slots: [{ name: 'two', isActive: true, keptBytes: 2e9, isLost: false }],
    replica: { isStandby: true, behindSeconds: 1 },
  };
  const slot = { name: 'three', isActive: false, keptBytes: 1.5e9, isLost: false };
  const problems = (change: Partial<ReplicationFacts>) =>
    judgeReplication({ ...well, ...change }).flatMap(({ level, says, remedy }) => {
      expect([says, remedy === null]).toEqual([says, level === 'ok']);
      return level === 'ok' ? [] : [`${level}: ${says}`];
    });

  test.each<readonly [string, Partial<ReplicationFacts>, RegExp]>([
    [
      'a late standby',
      { standbys: [{ name: 'two', isActive: true, behindSeconds: 90.4 }] },
      /^warning: The standby two is 90 s behind/,
    ],
    [
      'a slot without a reader',
      { slots: [slot] },
      /^warning: The server keeps 1500 MB of its log for the replication slot three: nobody reads it/,
    ],
    [
      'a lost slot',
      { slots: [{ ...slot, isLost: true }] },
      /^wrong: The log that .* slot three needs is gone/,
    ],
    [
      'a replica that is away',
      { replica: { problem: 'timeout' } },
      /^warning: The replica .* does not answer, so the primary answers all reads: timeout/,
    ],
    [
      'a server that is no replica',
      { replica: { isStandby: false, behindSeconds: 0 } },
      /^wrong: .* accepts writes, so it is no replica/,
    ],
    [
      'a late replica',
      { replica: { isStandby: true, behindSeconds: 61 } },
      /^warning: The replica .* is 61 s behind/,
    ],
  ])('%s is a finding', (_, change, expected) => {
    expect(problems(change).join('\n')).toMatch(expected);
  });

  test('standbys without delay, and slots that are read or small, are none', () => {
    expect(problems({})).toEqual([]);
    expect(
      problems({
        slots: [
          { ...slot, isActive: true },
          { ...slot, keptBytes: 1e8 },
        ],
      }),
    ).toEqual([]);
    expect(judgeReplication({ standbys: [], slots: [], replica: null })).toEqual([]);
  });
});
