import type { NotifyBuyer } from '../../features/punchout/sandbox/desk.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { SystemSettings } from '../../platform/server/connected-systems.ts';
import { freePort } from '../../platform/server/free-port.ts';
import type { SepaCreditor } from '../../platform/server/sepa-creditor.ts';

/** Built-in replacements of connected systems. */
export interface RunningSandboxes {
  /** Replaces the same settings of the configuration. */
  readonly settings: SystemSettings & Pick<Configuration, 'sandboxShop' | 'easybill' | 'creditor'>;
  readonly played: readonly { readonly system: string; readonly url: string }[];
  stop(): Promise<void>;
}

/**
 * Starts a sandbox each for DATEV, Dynamics 365 and easybill, if the demo is present and no application or key is
 * registered, and one marketplace, so that every export, every way of buying and billing can be tried offline. They
 * keep what they receive in memory, so only a process that is both web server and worker has them: two processes
 * would each see half. They never receive real data, see `DEMO=false`.
 *
 * @param tellBuyer sends the marketplace's order notice to the product
 */
export async function startSandboxes(
  configuration: SystemSettings & Pick<Configuration, 'easybill' | 'creditor' | 'demo' | 'roles'>,
  hasDemo: boolean,
  notifyBuyer?: NotifyBuyer,
): Promise<RunningSandboxes> {
  const { datev, ms365, easybill, creditor, demo, roles } = configuration;
  if (!demo || !hasDemo || roles.size < 2)
    return {
      settings: { datev, ms365, easybill, creditor, sandboxShop: null },
      played: [],
      stop: async () => {},
    };
  const playedDatev = datev === null ? await playDatev() : null;
  const playedDynamics = ms365 === null ? await playDynamics() : null;
  const playedShop = await playShop(notifyBuyer);
  const playedBilling = easybill === null ? await playEasybill() : null;
  const running = [playedDatev, playedDynamics, playedShop, playedBilling].filter(
    (sandbox) => sandbox !== null,
  );
  return {
    settings: {
      datev: playedDatev?.settings ?? datev,
      ms365: playedDynamics?.settings ?? ms365,
      sandboxShop: playedShop.url,
      easybill: playedBilling?.settings ?? easybill,
      creditor: playedBilling === null ? creditor : (creditor ?? playedCreditor),
    },
    played: running.map(({ system, url }) => ({ system, url })),
    stop: async () => {
      await Promise.all(running.map((sandbox) => sandbox.close()));
    },
  };
}

/** The creditor for mandates of the demo's tenants; the id is the Bundesbank's example. */
const playedCreditor: SepaCreditor = {
  id: 'DE98ZZZ09999999999',
  name: 'Kontor Betrieb GmbH',
  account: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  format: 'pain.008.001.08',
};

/** Loaded on demand: a real installation has none of it in memory. */
async function playDatev() {
  const { startDatevSandbox } = await import('../../features/accounting-export/sandbox/datev/server.ts');
  return { system: 'DATEV', ...(await startDatevSandbox({ port: await freePort(), takesEvery: true })) };
}

async function playDynamics() {
  const { openSetup, startDynamicsSandbox } = await import(
    '../../features/accounting-export/sandbox/dynamics/server.ts'
  );
  return {
    system: 'Dynamics 365',
    ...(await startDynamicsSandbox({ port: await freePort(), setup: openSetup })),
  };
}

async function playShop(notifyBuyer?: NotifyBuyer) {
  const { startShopSandbox } = await import('../../features/punchout/sandbox/shop.ts');
  const parts = { port: await freePort(), ...(notifyBuyer && { notifyBuyer }) };
  return { system: 'The marketplace', ...(await startShopSandbox(parts)) };
}

async function playEasybill() {
  const { startEasybillSandbox } = await import('../../features/billing/sandbox/server.ts');
  return { system: 'easybill', ...(await startEasybillSandbox({ port: await freePort() })) };
}
