/**
 * Whether a tenant works here (`tenant.status`): `archived` rests until it is restored (OP-03); `moving` moves to
 * another installation, where it is `arriving`, and stays here as `moved` (TECH-18).
 */
export type TenantStatus = 'active' | 'archived' | 'moving' | 'moved' | 'arriving';
