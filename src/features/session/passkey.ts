export interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly last_login: string | null;
}
