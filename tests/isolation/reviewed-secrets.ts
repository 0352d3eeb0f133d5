/** Columns whose name or type looks like a secret but that are none. */
export const notSecret = [
  'archive.sha256',
  'archive_member.sha256',
  'archive_piece.bytes',
  'closed_month_file.sha256',
  'process_documentation.sha256',
  'process_documentation.described_sha256',
  'file.sha256',
  'file_chunk.bytes',
  'lb_user.token_expires_at',
  'lb_user.token_issued_at',
  'login_token.id',
  'mailbox.has_password',
  'mailbox.has_oauth_secret',
  'mailbox.has_oauth_refresh_token',
  'marketplace.has_secret',
  'refresh_token.id',
];
