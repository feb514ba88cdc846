import type { ComponentChildren, VNode } from 'preact';

/** What may be wider than a phone: it scrolls by itself, by keys too, and has a name for whoever comes to it by keys. */
export function Scroll(props: { label: string; children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds a table
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="scroll" role="group" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  );
}
