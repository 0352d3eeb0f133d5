import { describe, expect, test } from 'vitest';
import { withoutSecrets } from './transaction-log.ts';

describe('AUD-09 the transaction log', () => {
  test('masks secrets at any depth and keeps everything else', () => {
    const input = {
      objects: [{ name: 'Post', password: 'swordfish', nested: { data: [{ password: 'tuna', port: 993 }] } }],
      password: null,
    };
    expect(withoutSecrets(input, (name) => name === 'password', '********')).toEqual({
      objects: [
        { name: 'Post', password: '********', nested: { data: [{ password: '********', port: 993 }] } },
      ],
      password: null,
    });
  });
});
