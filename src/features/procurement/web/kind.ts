import { IconShoppingCart } from '@tabler/icons-react';
import type { WebKind } from '../../../document/web/kind.ts';
import { procurementKind } from '../kind.ts';

/** Purchase requests and orders wherever documents appear. */
export const procurementOnPages: WebKind = { ...procurementKind, icon: IconShoppingCart };
