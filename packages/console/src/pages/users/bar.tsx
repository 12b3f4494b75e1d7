// A bar whose length is a share; the number is beside it, so screen readers skip it.

export function Bar({ share }: { share: number }) {
  const width = Math.max(0.5, Math.min(1, share) * 100);
  return (
    <svg
      width="100%"
      height={8}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block', margin: '4px 0' }}
    >
      <rect width={100} height={8} fill="var(--mantine-color-default-border)" opacity={0.5} />
      <rect width={width} height={8} fill="var(--mantine-primary-color-filled)" />
    </svg>
  );
}
