import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { badgeOf, labelGround } from './badge.ts';
import type { Report } from './report.ts';

const height = 20;
const padding = 7;

export function renderBadgeSvg(report: Report): string {
  const { label, message, ground } = badgeOf(report);
  const left = textWidth(label) + 2 * padding;
  const right = textWidth(message) + 2 * padding;
  const name = `${label}: ${message}`;
  return `${renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={left + right}
      height={height}
      viewBox={`0 0 ${left + right} ${height}`}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <rect width={left + right} height={height} rx="3" fill={ground} />
      <path d={`M3 0H${left}V${height}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z`} fill={labelGround} />
      <Text x={left / 2} text={label} />
      <Text x={left + right / 2} text={message} />
    </svg>,
  )}\n`;
}

/** Its length is given: the font that a reader has may be another one. */
function Text({ x, text }: { x: number; text: string }): VNode {
  return (
    <text
      x={x}
      y="14"
      text-anchor="middle"
      fill="#ffffff"
      font-family="Verdana,Geneva,DejaVu Sans,sans-serif"
      font-size="11"
      textLength={textWidth(text)}
    >
      {text}
    </text>
  );
}

/** Pixels of a text in Verdana of 11 px, near enough. */
function textWidth(text: string): number {
  const widths: Readonly<Record<string, number>> = {
    ' ': 4,
    ',': 4,
    '/': 5,
    i: 3,
    j: 4,
    l: 3,
    t: 4.5,
    f: 4,
    r: 5,
    m: 10.5,
    w: 9,
  };
  return Math.ceil([...text].reduce((sum, character) => sum + (widths[character] ?? 6.75), 0));
}
