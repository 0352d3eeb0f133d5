import { type Configuration, isLoopbackHost } from '../../../platform/server/configuration.ts';
import { serversOf } from '../../../platform/server/database/address.ts';
import type { UsedWay } from '../facts.ts';

/** Settings that open a way out of this machine. */
export type WaySettings = Pick<
  Configuration,
  | 'database'
  | 'replicaUrl'
  | 'smtpUrl'
  | 'importMailUrl'
  | 'filesUrl'
  | 'referenceRatesUrl'
  | 'easybill'
  | 'telemetry'
  | 'inboxDirectory'
>;

/** The ways of data that the configuration opens, with the servers at their other ends. */
export function waysOfInstallation(settings: Partial<WaySettings>): readonly UsedWay[] {
  const { database, replicaUrl, telemetry } = settings;
  const databases = [database?.webUrl, replicaUrl].flatMap((url) =>
    url
      ? serversOf(url)
          .map(({ host }) => host)
          .filter((host) => !isLoopbackHost(host))
      : [],
  );
  const servers = [
    ['mail', settings.smtpUrl],
    ['import_mail', settings.importMailUrl],
    ['files', settings.filesUrl],
    ['rates', settings.referenceRatesUrl],
    ['billing', settings.easybill?.url],
  ] as const;
  const collectors = [telemetry?.tracesUrl, telemetry?.metricsUrl].flatMap((url) =>
    url ? [hostOf(url)] : [],
  );
  return [
    ...listed('database', databases),
    ...servers.flatMap(([way, url]) => (url ? [{ way, other: hostOf(url) }] : [])),
    ...listed('telemetry', collectors),
    ...(settings.inboxDirectory ? [{ way: 'scanner', other: '' } as const] : []),
  ];
}

function listed(way: UsedWay['way'], hosts: readonly string[]): readonly UsedWay[] {
  return hosts.length === 0 ? [] : [{ way, other: [...new Set(hosts)].join(', ') }];
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
