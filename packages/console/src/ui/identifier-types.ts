// The identifier types that every site has, as people choose them.

export const external = { value: 'external', label: 'External ID (external)' };
export const hashedEmail = { value: 'he', label: 'Hashed e-mail (he)' };
export const deviceId = { value: 'id', label: 'Device ID (id)' };
