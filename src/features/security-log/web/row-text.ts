import type { TFunction } from 'i18next';
import { controlLabelKey } from '../../control/register.ts';
import type { SecurityRow } from './security-log-data.ts';

/** Name of a person; the id if deleted. */
export function personText(id: number | null, names: ReadonlyMap<number, string>, t: TFunction): string {
  if (id === null) return t('security_log.nobody');
  return names.get(id) ?? t('security_log.gone', { id });
}

/** The account, and the acting person if different: "Ina Muster (durch Ada Klein)". */
export function whoText(row: SecurityRow, names: ReadonlyMap<number, string>, t: TFunction): string {
  const { lb_user_id: id, actor_id: actorId } = row;
  if (id === null || actorId === null || actorId === id) return personText(id ?? actorId, names, t);
  return t('security_log.through', {
    person: personText(id, names, t),
    actor: personText(actorId, names, t),
  });
}

/** Subject and reason of an event; codes without translation are shown unchanged. */
export function aboutText(
  { code, what, target_id: target, times }: Pick<SecurityRow, 'code' | 'what' | 'target_id' | 'times'>,
  t: TFunction,
): string {
  const reason =
    code === null ? '' : t([`security_log.code.${code}`, `error.${code}`], { defaultValue: code });
  const about = [what === null ? null : whatText(what, t), target === null ? null : `#${target}`]
    .filter(Boolean)
    .join(' ');
  const counted = times > 1 ? t('security_log.more_of_minute', { count: times }) : '';
  return [counted, reason, about].filter(Boolean).join(' · ');
}

/** The changed thing with the labels of the forms; others, such as a refused route, are shown unchanged. */
function whatText(what: string, t: TFunction): string {
  const [table = '', names = ''] = what.split(' ');
  const words = names.split(',').map((name) => {
    const isRow = ['insert', 'update', 'delete'].includes(name);
    const change = { table_name: table, control: isRow ? table : name, act: name };
    return t(controlLabelKey(change), { defaultValue: '' });
  });
  return words.includes('') ? what : words.join(', ');
}

/** Way of login, device and network, as far as known. */
export function whereText({ means, device, network }: SecurityRow, t: TFunction): string {
  const way = means === null ? null : t(`security_log.means.${means}`, { defaultValue: means });
  return [way, device, network].filter(Boolean).join(' · ');
}
