/** `npm run token -- --email ADDRESS [--tenant NAME]`: prints an access token for use of the API on this machine. */
import { parseArgs } from 'node:util';
import { withData } from '../src/app/server/one-off.ts';
import { accessTokenOf } from '../src/features/session/server/sessions.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { findByEmail } from '../src/platform/server/person.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { createTokens } from '../src/platform/server/tokens.ts';
import { runCommand, UsageError } from './command.ts';

const usage = 'npm run token -- --email ADDRESS [--tenant NAME]';

async function printToken(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, tenant: { type: 'string' } } });
  const { email, tenant = null } = values;
  if (!email) throw new UsageError(`An e-mail address is required: ${usage}`);
  const configuration = readConfiguration(process.env);
  await withData(configuration, async ({ database }) => {
    const found = await database.atGate((tx) => findByEmail(tx, email.toLowerCase(), tenant));
    const people = found.filter((person) => person.mayLogIn);
    const [person] = people;
    if (!person) throw new UsageError(`No person with the address ${email} may log in.`);
    if (people.length > 1) {
      const names = people.map(({ tenantName }) => tenantName).join(', ');
      throw new UsageError(`${email} exists in several tenants: ${names}. Choose one with --tenant.`);
    }
    const tokens = createTokens(deriveSecrets(configuration.secretKey), systemClock);
    console.log(await accessTokenOf(tokens, person, { actorId: person.id, means: 'token' }));
  });
}

await runCommand(printToken);
