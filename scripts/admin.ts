/**
 * `npm run admin -- --tenant NAME --email ADDRESS [--operator] [--forget-passkeys]`: creates the first administrator
 * of an installation (AUTH-28), and removes lost passkeys (AUTH-36).
 */
import { parseArgs } from 'node:util';
import { withData } from '../src/app/server/one-off.ts';
import { version } from '../src/app/server/version.ts';
import { mailAddress } from '../src/features/session/address.ts';
import { ensureAdministrator } from '../src/features/session/server/first-person.ts';
import { createLoginToken, loginLink } from '../src/features/session/server/login-token.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { limitedConnection } from '../src/platform/server/database/limits.ts';
import { migrate } from '../src/platform/server/database/migrate.ts';
import { PrimaryClient } from '../src/platform/server/database/primary.ts';
import { runCommand, UsageError } from './command.ts';

const usage = 'npm run admin -- --tenant NAME --email ADDRESS [--operator] [--forget-passkeys]';

async function makeAdministrator(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tenant: { type: 'string' },
      email: { type: 'string' },
      operator: { type: 'boolean', default: false },
      'forget-passkeys': { type: 'boolean', default: false },
    },
  });
  const email = mailAddress(values.email ?? '');
  const tenant = values.tenant?.trim();
  if (!tenant || email === null) throw new UsageError(`Tenant and e-mail address are required: ${usage}`);
  const configuration = readConfiguration(process.env);
  await withData(configuration, async ({ ownerUrl, database }) => {
    await migrate({ ownerUrl, webPassword: configuration.webPassword, version });
    const owner = new PrimaryClient({ ...limitedConnection(), connectionString: ownerUrl });
    await owner.connect();
    try {
      const made = await ensureAdministrator(owner, {
        tenant,
        email,
        isOperator: values.operator,
        forgetsPasskeys: values['forget-passkeys'],
      });
      for (const step of made.steps) console.log(step);
      const token = await database.atGate((tx) => createLoginToken(tx, made, null, new Date()));
      console.log(`Log in within 15 minutes:\n${loginLink(configuration.publicUrl, token)}`);
    } finally {
      await owner.end();
    }
  });
}

await runCommand(makeAdministrator);
