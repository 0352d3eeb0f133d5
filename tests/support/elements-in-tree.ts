import { type ComponentType, isValidElement, type ReactNode } from 'react';

/**
 * The props of all elements of a component in a tree, in their order. Components named in `between` are called, so that
 * their hooks become those of the caller.
 */
export function propsOf<Props extends object>(
  tree: ReactNode,
  wanted: ComponentType<Props>,
  between: readonly string[],
): readonly Props[] {
  if (Array.isArray(tree)) return tree.flatMap((one: ReactNode) => propsOf(one, wanted, between));
  if (!isValidElement<{ readonly children?: ReactNode }>(tree)) return [];
  const { type, props } = tree;
  if ((type as unknown) === wanted) return [props as unknown as Props];
  if (typeof type === 'function' && between.includes(type.name))
    return propsOf((type as (given: object) => ReactNode)(props), wanted, between);
  return propsOf(props.children, wanted, between);
}
