import type { Configuration } from '../../../platform/server/configuration.ts';
import type { UsedWay } from '../facts.ts';

type Settings = Partial<
  Pick<
    Configuration,
    'smtpUrl' | 'importMailUrl' | 'filesUrl' | 'referenceRatesUrl' | 'easybill' | 'inboxDirectory'
  >
>;

/** The ways of data that the configuration opens, with the servers at their other ends. */
export function waysOfInstallation(settings: Settings): readonly UsedWay[] {
  const servers = [
    ['mail', settings.smtpUrl],
    ['import_mail', settings.importMailUrl],
    ['files', settings.filesUrl],
    ['rates', settings.referenceRatesUrl],
    ['billing', settings.easybill?.url],
  ] as const;
  return [
    ...servers.flatMap(([way, url]) => (url ? [{ way, other: new URL(url).hostname }] : [])),
    ...(settings.inboxDirectory ? [{ way: 'scanner', other: '' } as const] : []),
  ];
}
