// The console's pictograms, drawn by hand on a 24 by 24 grid; words beside them say what they mean.

const paths = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20c.6-3.6 3.4-5 7-5s6.4 1.4 7 5',
  affinity: 'M12 20S4 15 4 9.500A4 4 0 0 1 12 8a4 4 0 0 1 8 1.500C20 15 12 20 12 20z',
  alert: 'M12 4 3 19h18zM12 10v4M12 16.500v.1',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  audience: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  audit: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  auto: 'M4 5h16v10H4zM9 19h6M12 15v4',
  back: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M12 3v2',
  campaign: 'M5 5h6v6H5zM13 13h6v6h-6zM11 8h5v5M8 11v5h5',
  check: 'M5 13l4 4L19 7',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M12 7v5l3 2',
  copy: 'M9 9h10v10H9zM15 5H5v10',
  down: 'M7 10l5 5 5-5',
  download: 'M12 4v10M8 10l4 4 4-4M5 19h14',
  edit: 'M5 19h3L19 8l-3-3L5 16zM14 7l3 3',
  feed: 'M4 6l8-3 8 3v12l-8 3-8-3zM4 6l8 3 8-3M12 9v12',
  holdout: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M6.500 6.500l11 11',
  key: 'M8 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8M11 11l8-8M16 6l3 3',
  layers: 'M12 4l9 5-9 5-9-5zM3 14l9 5 9-5',
  live: 'M3 12h4l3-7 4 14 3-7h4',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  metric: 'M4 16a8 8 0 1 1 16 0M12 16l4-5M4 19.500h16',
  more: 'M4.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  moon: 'M19 14.500A8 8 0 1 1 9.5 5a6.5 6.5 0 0 0 9.5 9.5',
  overview: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.500 9v.1',
  plus: 'M12 5v14M5 12h14',
  report: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  rotate: 'M19 8a8 8 0 1 0 1 6M20 4v5h-5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.500L20 20',
  signOut: 'M14 5H5v14h9M10 12h10M17 9l3 3-3 3',
  site: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  status: 'M4 5h16v6H4zM4 13h16v6H4zM8 8v.1M8 16v.1',
  strategy:
    'M12 4l2.400 5.200 5.600.600-4.200 3.800 1.200 5.600-5-2.900-5 2.900 1.200-5.600L4 9.800l5.600-.6z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.400M5.6 18.4 7 17M17 7l1.4-1.4',
  teammates:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19c.4-3.3 2.7-5 6-5s5.6 1.7 6 5M16 4.500a3.5 3.5 0 0 1 0 6M17.5 14.300c2 .6 3.2 2.2 3.5 4.7',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  why: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M9.700 9.700a2.300 2.300 0 1 1 3.200 2.200c-.6.3-.9.7-.9 1.400M12 16v.1',
  transfer: 'M7 4v12M4 13l3 3 3-3M17 20V8M14 11l3-3 3 3',
  up: 'M7 14l5-5 5 5',
  upload: 'M12 15V5M8 9l4-4 4 4M5 19h14',
  user: 'M4 4h16v16H4zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 17c.4-2 1.9-3 4-3s3.6 1 4 3',
} as const;

export type IconName = keyof typeof paths;

/** A pictogram of the text's colour; it is hidden from those who listen. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <path d={paths[name]} />
    </svg>
  );
}
