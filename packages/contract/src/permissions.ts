// What a key may do, which sites offer it, and the words for it that people see.

export const sources = ['Server-side', 'Client-side'] as const;
/** Where a key is used from; Client-side keys are public by nature. */
export type Source = (typeof sources)[number];

export const verticals = [
  'E-commerce',
  'Media',
  'Travel',
  'Finance',
  'Gaming',
  'B2B',
  'Other',
] as const;
export type Vertical = (typeof verticals)[number];

export const features = ['feeds', 'affinity', 'management-api'] as const;
/** Parts of the service that a site can turn off; off withdraws the permission at once. */
export type Feature = (typeof features)[number];

export const roles = ['Viewer', 'Editor', 'Admin'] as const;
/** What a teammate may do on a site; each role may do all that the ones before it may. */
export type Role = (typeof roles)[number];

export const permissionIds = [
  'serve',
  'collect',
  'feed',
  'userprofile',
  'userdata',
  'manage',
] as const;
export type Permission = (typeof permissionIds)[number];

export interface PermissionDefinition {
  readonly label: string;
  readonly sources: readonly Source[];
  readonly feature?: Feature;
  readonly verticals: readonly Vertical[];
}

const serverSide: readonly Source[] = ['Server-side'];

/** The ACL: each permission's label, who may hold it, and when a site offers it. */
export const permissions: Readonly<Record<Permission, PermissionDefinition>> = {
  serve: { label: 'Experience API: choose', sources, verticals },
  collect: { label: 'Experience API: collect', sources, verticals },
  feed: {
    label: 'Feed',
    sources: serverSide,
    feature: 'feeds',
    verticals: verticals.filter((vertical) => vertical !== 'Finance'),
  },
  userprofile: {
    label: 'User data profile',
    sources: serverSide,
    feature: 'affinity',
    verticals,
  },
  userdata: { label: 'User data: erase and export', sources: serverSide, verticals },
  manage: {
    label: 'Experience management',
    sources: serverSide,
    feature: 'management-api',
    verticals,
  },
};

/** Does a site of this vertical, with these features on, offer the permission? */
export function isOffered(
  permission: Permission,
  site: { vertical: Vertical; features: readonly Feature[] },
): boolean {
  const { feature, verticals: among } = permissions[permission];
  return among.includes(site.vertical) && (!feature || site.features.includes(feature));
}
