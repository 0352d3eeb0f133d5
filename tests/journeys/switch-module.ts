import { nordfeld } from '../../src/app/server/demo/nordfeld.ts';
import { type Module, modules, modulesByDefault } from '../../src/platform/modules.ts';
import { test } from './journey.ts';
import { ask, logIn } from './procurement-people.ts';

/** Switches a module of the demo on or off; an administrator must have had a window open. */
export async function switchModule(module: Module, isOn: boolean): Promise<void> {
  const key = `module_${module}`;
  const { configuration } = await ask<{ configuration: readonly { readonly id: number }[] }>(
    'admin',
    'query ($key: String!) { configuration(where: { key: { _eq: $key }, client_id: { _is_null: true } }) { id } }',
    { key },
  );
  const [present] = configuration;
  const value = String(isOn);
  if (present === undefined) {
    await ask(
      'admin',
      'mutation ($key: String!, $value: String) { insert_configuration_one(object: { key: $key, model: "boolean", value: $value }) { id } }',
      { key, value },
    );
  } else {
    await ask(
      'admin',
      'mutation ($id: bigint!, $value: String) { update_configuration_by_pk(pk_columns: { id: $id }, _set: { value: $value }) { id } }',
      { id: present.id, value },
    );
  }
}

/** Some modules of the demo are off, as expected by other journeys: for these all are on (GEN-10). */
export function withEveryModule(): void {
  const off = modules.filter((module) => !modulesByDefault[module] && !nordfeld.modules.includes(module));
  test.beforeAll(async ({ browser }) => {
    await logIn(browser, 'admin');
    for (const module of off) await switchModule(module, true);
  });
  for (const module of off) test.afterAll(() => switchModule(module, false));
}
