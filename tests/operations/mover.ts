/** `node tests/operations/mover.ts FROM TO TENANT STEP`: moves a tenant and stands still at a step, until it is killed. */
import { moveTenant } from '../../src/app/server/tenant-move/move.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { keys } from './place-keys.ts';

const [from = '', to = '', tenant = '', last] = process.argv.slice(2);
await moveTenant({
  tenant,
  from: { ownerUrl: from, secrets: deriveSecrets(keys.old), origin: 'https://old.kontor.example' },
  to: { ownerUrl: to, secrets: deriveSecrets(keys.new), origin: 'https://new.kontor.example' },
  onStep: async (step) => {
    console.log(step);
    if (step === last) await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
});
