import type { TellBuyer } from '../../features/punchout/sandbox/desk.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { SystemSettings } from '../../platform/server/connected-systems.ts';
import { freePort } from '../../platform/server/free-port.ts';
import type { SepaCreditor } from '../../platform/server/sepa-creditor.ts';

/** The systems that the product talks to, played inside it. */
export interface RunningSandboxes {
  /** What takes the place of the same settings of the configuration. */
  readonly settings: SystemSettings & Pick<Configuration, 'sandboxShop' | 'easybill' | 'creditor'>;
  readonly played: readonly { readonly system: string; readonly url: string }[];
  stop(): Promise<void>;
}

/**
 * Starts a sandbox for DATEV, one for Dynamics 365 and one for easybill, each where the demo is and no application or key is
 * registered, and one that is a marketplace, so that every export, every way of buying and billing can be tried offline. They keep what they receive in
 * memory: only a process that is web server and worker in one has them, as two processes would each see half. Real data
 * never meet them, as `DEMO=false` says.
 *
 * @param tellBuyer how the marketplace tells the product of an order
 */
export async function startSandboxes(
  configuration: SystemSettings & Pick<Configuration, 'easybill' | 'creditor' | 'demo' | 'roles'>,
  hasDemo: boolean,
  tellBuyer?: TellBuyer,
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
  const playedShop = await playShop(tellBuyer);
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

/** Whom the tenants of the demo give a mandate: the id is the one that the Bundesbank gives as an example. */
const playedCreditor: SepaCreditor = {
  id: 'DE98ZZZ09999999999',
  name: 'Kontor Betrieb GmbH',
  account: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  format: 'pain.008.001.08',
};

/** Loaded only where it is wanted: a real installation has none of it in memory. */
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

async function playShop(tellBuyer?: TellBuyer) {
  const { startShopSandbox } = await import('../../features/punchout/sandbox/shop.ts');
  const parts = { port: await freePort(), ...(tellBuyer && { tellBuyer }) };
  return { system: 'The marketplace', ...(await startShopSandbox(parts)) };
}

async function playEasybill() {
  const { startEasybillSandbox } = await import('../../features/billing/sandbox/server.ts');
  return { system: 'easybill', ...(await startEasybillSandbox({ port: await freePort() })) };
}
