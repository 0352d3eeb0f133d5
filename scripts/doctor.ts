/** `npm run doctor [-- --mail ADDRESS] [--thorough] [--json]`: checks an installation; see docs/operations.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { demoPeople } from '../src/app/server/demo-people.ts';
import { withAddresses } from '../src/app/server/one-off.ts';
import { version } from '../src/app/server/version.ts';
import { type Finding, reportOf, worstOf } from '../src/features/installation/finding.ts';
import {
  type Examination,
  examine,
  refusedConfiguration,
} from '../src/features/installation/server/doctor.ts';
import {
  type Configuration,
  ConfigurationError,
  readConfiguration,
} from '../src/platform/server/configuration.ts';
import { runCommand } from './command.ts';
import { stateOfPages } from './setup/front-end.mjs';

type Wanted = Pick<Examination, 'mailTo' | 'isThorough'>;

async function look(wanted: Wanted): Promise<Finding[]> {
  const configuration = configurationOrProblems();
  if (!('host' in configuration)) return refusedConfiguration(configuration);
  return await examine({
    ...wanted,
    configuration,
    version,
    source: { wantedRuntime: manifest.dependencies.node, pages: stateOfPages() },
    demoPerson: demoPeople[0].email,
    withDatabase: (ask) => (hasData(configuration) ? withAddresses(configuration, ask) : ask(null)),
  });
}

function configurationOrProblems(): Configuration | readonly string[] {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

/** The check must not create a database. */
function hasData({ database, dataDirectory }: Configuration): boolean {
  const places = ['postgres', 'postgres-home'].map((name) => join(dataDirectory, name));
  return database !== null || places.some((place) => existsSync(place));
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      mail: { type: 'string' },
      thorough: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const findings = await look({ mailTo: values.mail ?? null, isThorough: values.thorough });
  const status = worstOf(findings);
  console.log(values.json ? JSON.stringify({ status, version, findings }) : reportOf(findings));
  process.exitCode = status === 'wrong' ? 1 : 0;
});
