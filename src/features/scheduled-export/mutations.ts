/** The commands of regular exports, for pages and tests. */

export const saveMutation = `mutation (
  $idempotency_key: uuid!, $id: bigint, $name: String!, $content: jsonb!, $format: scheduled_export_save_format_enum!,
  $language: scheduled_export_save_language_enum!, $rhythm: scheduled_export_save_rhythm_enum!, $at_minute: Int!,
  $weekdays: [Int!]!, $month_day: Int, $destination_id: bigint, $owner_id: bigint
) {
  scheduled_export_save(
    idempotency_key: $idempotency_key, id: $id, name: $name, content: $content, format: $format, language: $language,
    rhythm: $rhythm, at_minute: $at_minute, weekdays: $weekdays, month_day: $month_day,
    destination_id: $destination_id, owner_id: $owner_id
  ) { id }
}`;

export const switchMutation = `mutation ($idempotency_key: uuid!, $id: bigint!, $active: Boolean!) {
  scheduled_export_switch(idempotency_key: $idempotency_key, id: $id, active: $active) { id }
}`;

export const runMutation = `mutation ($idempotency_key: uuid!, $id: bigint!) {
  scheduled_export_run(idempotency_key: $idempotency_key, id: $id) { id }
}`;
