import { describe, expect, test } from 'vitest';
import { Durations, exposition, gauge, gaugeBy } from './figures.ts';

describe('metrics in the text format of Prometheus', () => {
  test('writes single values and values by label', () => {
    const text = exposition([
      gauge('kontor_live_streams', 'Open streams.', 3),
      gaugeBy('kontor_jobs', 'Jobs.', 'state', { queued: 1, 'a "b"\\\n': 2 }),
    ]);
    expect(text).toBe(
      [
        '# HELP kontor_live_streams Open streams.',
        '# TYPE kontor_live_streams gauge',
        'kontor_live_streams 3',
        '# HELP kontor_jobs Jobs.',
        '# TYPE kontor_jobs gauge',
        'kontor_jobs{state="queued"} 1',
        'kontor_jobs{state="a \\"b\\"\\\\\\n"} 2',
        '',
      ].join('\n'),
    );
  });

  test('counts a duration into every bucket from its own on', () => {
    const durations = new Durations('request_seconds', 'Durations.');
    for (const seconds of [0.004, 0.01, 0.3, 60]) durations.observe({ route: '/a' }, seconds);
    durations.observe({ route: '/b' }, 1);
    const lines = exposition([durations.family()]).split('\n');
    expect(lines).toContain('request_seconds_bucket{route="/a",le="0.005"} 1');
    expect(lines).toContain('request_seconds_bucket{route="/a",le="0.01"} 2');
    expect(lines).toContain('request_seconds_bucket{route="/a",le="0.25"} 2');
    expect(lines).toContain('request_seconds_bucket{route="/a",le="10"} 3');
    expect(lines).toContain('request_seconds_bucket{route="/a",le="+Inf"} 4');
    expect(lines).toContain('request_seconds_sum{route="/a"} 60.314');
    expect(lines).toContain('request_seconds_count{route="/b"} 1');
  });
});
