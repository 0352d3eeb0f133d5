/**
 * `npm run move-tenant -- --tenant NAME --to FILE [--address ORIGIN] [--copy] [--remove]`: moves a tenant to another
 * installation, whose variables are in FILE (TECH-18); `--cell NUMBER` gives an installation its own ids of tenants.
 * See docs/topics/moving-tenants.md.
 */
import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { withAddresses } from '../src/app/server/one-off.ts';
import { type Moved, type MoveStep, moveTenant } from '../src/app/server/tenant-move/move.ts';
import { connected, type Place } from '../src/app/server/tenant-move/place.ts';
import { removeMoved } from '../src/app/server/tenant-move/remove-moved.ts';
import { numberAsCell } from '../src/app/server/tenant-move/states.ts';
import { type Configuration, readConfiguration } from '../src/platform/server/configuration.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { originOfTenant } from '../src/platform/tenant-origin.ts';
import { runCommand, UsageError } from './command.ts';

const usage =
  'npm run move-tenant -- --tenant NAME --to FILE [--address ORIGIN] [--copy] [--remove], or npm run move-tenant -- --cell NUMBER';

const sentences: Readonly<Record<MoveStep, string>> = {
  prepared: 'Both places are prepared.',
  copied: 'Everything is copied.',
  read_only: 'People of the tenant only read now.',
  compared: 'Both places agree.',
  handed_over: 'The tenant is handed over.',
  arrived: 'The tenant works at the new place.',
};

/** The configuration of the other installation, in the format of /etc/kontor/kontor.env. */
function configurationIn(file: string): Configuration {
  return readConfiguration(parseEnv(readFileSync(file, 'utf8')));
}

async function between<T>(
  from: Configuration,
  to: Configuration,
  run: (from: Place, to: Place) => Promise<T>,
): Promise<T> {
  const place = ({ secretKey, publicUrl }: Configuration, ownerUrl: string): Place => ({
    ownerUrl,
    secrets: deriveSecrets(secretKey),
    origin: publicUrl,
  });
  return await withAddresses(from, (here) =>
    withAddresses(to, (there) => run(place(from, here.ownerUrl), place(to, there.ownerUrl))),
  );
}

function report({ rows, readOnlyMs, way }: Moved): void {
  const seconds = ((readOnlyMs ?? 0) / 1000).toFixed(1);
  console.log(
    rows === null
      ? 'The move was finished.'
      : `${rows} rows moved by ${way}; people only read for ${seconds} s.`,
  );
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      tenant: { type: 'string' },
      to: { type: 'string' },
      address: { type: 'string' },
      copy: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
      cell: { type: 'string' },
    },
  });
  const here = readConfiguration(process.env);
  if (values.cell !== undefined) {
    if (!/^[1-9]\d{0,5}$/.test(values.cell)) throw new UsageError(`--cell requires a number: ${usage}`);
    const cell = Number(values.cell);
    await withAddresses(here, async ({ ownerUrl }) => {
      await using open = new AsyncDisposableStack();
      await numberAsCell(await connected(ownerUrl, open), cell);
    });
    return console.log(`New tenants of this installation get ids of cell ${cell}.`);
  }
  const { tenant, to, address } = values;
  if (!tenant || !to) throw new UsageError(`Tenant and file are required: ${usage}`);
  if (address !== undefined && URL.parse(address)?.origin !== address)
    throw new UsageError('--address requires an origin such as https://muster.kontor.example.com');
  const there = configurationIn(to);
  await between(here, there, async (from, place) => {
    if (values.remove) {
      await removeMoved(tenant, from, place);
      return console.log('What was left here is removed; its host name still leads to the new place.');
    }
    const onStep = (step: MoveStep) => console.log(sentences[step]);
    const way = values.copy ? ({ way: 'copy' } as const) : {};
    const led = address ?? originOfTenant(there, tenant);
    report(await moveTenant({ tenant, from, to: place, address: led, onStep, ...way }));
  });
});
