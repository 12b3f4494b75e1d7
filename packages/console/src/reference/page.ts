// The reference of the API, at `/docs`: shows `/openapi.json`, and tries calls with a key that the
// reader types in. Everything that the library would load from elsewhere is turned off.

/** The address of the library's one file. */
declare const REFERENCE_LIBRARY: string;

interface Scalar {
  readonly createApiReference: (into: string, configuration: object) => void;
}

const configuration = {
  url: '/openapi.json',
  // Where the page is: a proxy may have put it under another name.
  baseServerURL: location.origin,
  authentication: { preferredSecurityScheme: 'ApiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
};

const place = '#reference';
const script = document.createElement('script');
script.src = REFERENCE_LIBRARY;
script.addEventListener('load', () => {
  const { Scalar } = window as unknown as { readonly Scalar: Scalar };
  document.querySelector(place)!.textContent = '';
  Scalar.createApiReference(place, configuration);
});
script.addEventListener('error', () => {
  document.querySelector(place)!.textContent =
    'The reference could not be loaded. Load the page again, or read /openapi.json.';
});
document.head.append(script);
