import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../../base/day.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { changeByKey, gql, rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import type { Passkey } from '../../passkey.ts';
import type { SessionEntry } from '../../session-entry.ts';

export interface UserAddress {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly address_complement: string | null;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string;
  /** Recipient and drop-off location (DATA-11). */
  readonly consignee: string | null;
  readonly dropoff_location: string | null;
  /** Both or neither. */
  readonly phone_country_code: string | null;
  readonly phone_number: string | null;
}

interface Named {
  readonly name: string;
  readonly number?: string;
}

/** The profile page's data (PROF-01). */
export interface OwnProfile {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly lang: string;
  readonly show_tour: boolean;
  readonly notification_mail_interval_minutes: number | null;
  readonly timeline_order: 'asc' | 'desc' | null;
  readonly signature_file_id: string | null;
  /** Substitute and period of absence (APPR-15). */
  readonly substitute: { readonly id: number; readonly name: string } | null;
  readonly absence_from: Day | null;
  readonly absence_to: Day | null;
  readonly client: Named | null;
  readonly department: Named | null;
  readonly cost_center: Named | null;
  readonly user_addresses: readonly UserAddress[];
  readonly passkeys: readonly Passkey[];
}

/** Settings that a person may change about themselves (PROF-02, ROLE-19). */
export type OwnSettings = Partial<
  Pick<
    OwnProfile,
    | 'name'
    | 'lang'
    | 'show_tour'
    | 'notification_mail_interval_minutes'
    | 'timeline_order'
    | 'signature_file_id'
  >
>;

export interface OwnAbsence {
  readonly substitute_id: number | null;
  readonly absence_from: Day | null;
  readonly absence_to: Day | null;
}

const ownProfileQuery = `query OwnProfile($id: bigint!) {
  lb_user_by_pk(id: $id) {
    id name email lang show_tour notification_mail_interval_minutes: own_mail_interval timeline_order signature_file_id
    substitute { id name } absence_from absence_to
    client { name } department { name: shown_name } cost_center { number name: shown_name }
    user_addresses(order_by: { name: asc }) {
      id name address address_complement zipcode city country
      consignee dropoff_location phone_country_code phone_number
    }
    passkeys(order_by: { id: asc }) { id name created_at last_login }
  }
}`;

export function ownProfileOptions(userId: number) {
  return queryOptions({
    queryKey: ['own-profile', userId],
    queryFn: async ({ signal }) =>
      (await gql<{ lb_user_by_pk: OwnProfile | null }>(ownProfileQuery, { id: userId }, { signal }))
        .lb_user_by_pk,
  });
}

export function sessionsOptions(userId: number) {
  return queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) => rest<readonly SessionEntry[]>('/api/auth/session', { signal }),
  });
}

export async function saveSettings(id: number, settings: OwnSettings | OwnAbsence): Promise<void> {
  await changeByKey(
    `mutation SaveProfile($id: bigint!, $set: lb_user_set_input!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: $set) { id }
    }`,
    { id, set: settings },
  );
  await reload();
}

export async function saveAddress(
  ownerId: number,
  id: number | null,
  values: Omit<UserAddress, 'id'>,
): Promise<void> {
  if (id === null) {
    await gql(
      `mutation AddAddress($object: user_address_insert_input!) {
        insert_user_address_one(object: $object) { id }
      }`,
      { object: { ...values, lb_user_id: ownerId } },
    );
  } else {
    await changeByKey(
      `mutation SaveAddress($id: bigint!, $set: user_address_set_input!) {
        update_user_address_by_pk(pk_columns: { id: $id }, _set: $set) { id }
      }`,
      { id, set: values },
    );
  }
  await reload();
}

/** People who can be chosen as this person's substitute. */
export async function findSubstitutes(ownId: number, text: string, signal: AbortSignal) {
  const { lb_user } = await gql<{ lb_user: readonly { id: number; name: string; email: string | null }[] }>(
    `query Substitutes($id: bigint!, $text: [lb_user_bool_exp!]!) {
      lb_user(
        where: {
          id: { _neq: $id }, active: { _eq: true }, blocked: { _eq: false }, is_group: { _eq: false }, auditor_ends_on: { _is_null: true }
          _and: $text
        }
        order_by: { name: asc }
        limit: 20
      ) { id name email }
    }`,
    { id: ownId, text: searchedFor(text, { email: 'email' }) },
    { signal },
  );
  return lb_user.map(({ id, name, email }) => ({ id, name, note: email }));
}

export async function deleteAddress(id: number): Promise<void> {
  await gql('mutation DeleteAddress($id: bigint!) { delete_user_address_by_pk(id: $id) { id } }', { id });
  await reload();
}

export async function deletePasskey(id: number): Promise<void> {
  await rest(`/api/auth/passkey/${id}`, { method: 'DELETE' });
  await reload();
}

export async function endSessionOf(id: string): Promise<void> {
  await rest(`/api/auth/session/${id}`, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: ['own-sessions'] });
}

export async function endAllSessions(): Promise<void> {
  await rest('/api/auth/session', { method: 'DELETE' });
}

/** The shell and forms use the profile, too. */
export async function reload(): Promise<void> {
  await Promise.all(
    ['own-profile', 'profile'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
}
