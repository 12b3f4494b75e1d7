// A QR code, drawn in the browser: what it says goes to no service.
import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

interface Given {
  readonly text: string;
  /** The text alternative: what it is for, and what serves who cannot scan it. */
  readonly label: string;
  readonly size?: number;
}

/** A QR code as one path; black on white in either colour scheme, as scanners like it. */
export function QrCode({ text, label, size: side = 180 }: Given) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const rows = Array.from({ length: count }, (_, row) => row);
    const dark = rows.flatMap((row) =>
      rows
        .filter((column) => code.isDark(row, column))
        .map((column) => `M${column} ${row}h1v1h-1z`),
    );
    return { size: count, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={side}
      height={side}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      shapeRendering="crispEdges"
    >
      <rect x={-3} y={-3} width={size + 6} height={size + 6} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
