import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openLog } from './log.ts';
import { withCause } from './telemetry/cause.ts';

const requestId = randomUUID();
const traced = {
  requestId,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

function opened(format: 'json' | 'journald' = 'json') {
  const lines: string[] = [];
  const log = openLog('trace', format, { write: (line: string) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

describe('the log', () => {
  test('ERR-15 each line of a request has its id and its trace, once', () => {
    const { log, lines, parsed } = opened();
    withCause(traced, () => {
      log.info('a');
      log.child({ request_id: 'of the web server' }).info('b');
    });
    log.info('c');
    const trace = {
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
    };
    expect(parsed()).toMatchObject([
      { msg: 'a', request_id: requestId, ...trace },
      { msg: 'b', request_id: 'of the web server', ...trace },
      { msg: 'c' },
    ]);
    expect(lines[1]?.match(/request_id/g)).toHaveLength(1);
    expect(parsed()[2]).not.toHaveProperty('request_id');
  });

  test('for journald each record is one line of JSON behind its priority', () => {
    const { log, lines } = opened('journald');
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const)
      log[level]({ err: new Error('two\nlines') }, 'a\nb');
    expect(lines.map((line) => line.slice(0, 3))).toEqual(['<2>', '<3>', '<4>', '<6>', '<7>', '<7>']);
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(JSON.parse(line.slice(3))).toMatchObject({ msg: 'a\nb', err: { message: 'two\nlines' } });
    }
  });
});
