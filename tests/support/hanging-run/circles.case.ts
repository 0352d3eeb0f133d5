import { test } from 'vitest';

function goRoundInCircles(): void {
  for (let round = 0; round < Number.POSITIVE_INFINITY; round += 1) Math.sqrt(round);
}

test('goes round in circles', goRoundInCircles);
