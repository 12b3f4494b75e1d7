// Where the file of a pull lies, and with which credentials it is read.
import { Group, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type PartGiven, type PullDraft, proofsOf, type SourceKind } from './draft.ts';

interface Given extends PartGiven {
  /** Does the service have credentials? */
  readonly has: boolean;
  readonly faultOf: (field: string) => string | undefined;
}

const kinds: Readonly<Record<SourceKind, readonly [label: string, example: string]>> = {
  http: ['HTTPS', 'https://shop.example/products.xml'],
  sftp: ['SFTP', 'sftp://files.shop.example/out/products.csv'],
  s3: ['S3', 's3://bucket/out/products.csv'],
};

const proofs: Readonly<Record<PullDraft['proof'], string>> = {
  kept: 'Keep current',
  none: 'None',
  basic: 'User name and password',
  header: 'Custom header',
  key: 'User name and private key',
  access: 'Access key',
};

export function SourceFields({ draft, set, has, faultOf }: Given) {
  const choose = (kind: SourceKind) =>
    set({ kind, url: '', hostKey: '', proof: proofsOf(kind, false)[0]! });
  const text = (name: keyof PullDraft & string) => ({
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    spellCheck: false,
    value: String(draft[name]),
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Radio.Group
        label="Source"
        value={draft.kind}
        onChange={(kind) => choose(kind as SourceKind)}
      >
        <Group gap="md" mt={6}>
          {Object.entries(kinds).map(([kind, [label]]) => (
            <Radio key={kind} value={kind} label={label} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        {...text('url')}
        label="File URL"
        description={draft.kind === 's3' ? undefined : 'At a public address.'}
        placeholder={kinds[draft.kind][1]}
        type="url"
        maxLength={2_000}
        error={faultOf('url')}
      />
      {draft.kind === 's3' && (
        <Group gap="sm" align="flex-start">
          <TextInput
            {...text('endpoint')}
            label="Endpoint"
            type="url"
            placeholder="https://s3.eu-central-1.amazonaws.com"
            error={faultOf('s3')}
          />
          <TextInput {...text('region')} label="Region" placeholder="eu-central-1" />
        </Group>
      )}
      <Authorization {...{ draft, set, has, text }} error={faultOf('authorization')} />
    </>
  );
}

interface AuthorizationGiven extends PartGiven {
  readonly has: boolean;
  readonly error: string | undefined;
  readonly text: (name: keyof PullDraft & string) => object;
}

function Authorization({ draft, set, has, text, error }: AuthorizationGiven) {
  const { proof, kind } = draft;
  const secret = (name: keyof PullDraft & string) => ({
    ...text(name),
    autoComplete: 'new-password',
  });
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Authorization"
        description="Stored encrypted, used only for this host, never shown again."
        value={proof}
        error={error}
        onChange={(chosen) => set({ proof: chosen as PullDraft['proof'] })}
      >
        <Group gap="md" mt={6}>
          {proofsOf(kind, has).map((one) => (
            <Radio key={one} value={one} label={proofs[one]} />
          ))}
        </Group>
      </Radio.Group>
      {(proof === 'basic' || proof === 'key') && (
        <TextInput {...text('username')} label="User name" maxLength={200} />
      )}
      {proof === 'basic' && (
        <PasswordInput {...secret('password')} label="Password" maxLength={200} />
      )}
      {proof === 'key' && (
        <>
          <Textarea
            {...secret('privateKey')}
            label="Private key"
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            minRows={3}
            autosize
            maxRows={8}
            maxLength={20_000}
          />
          <PasswordInput
            {...secret('passphrase')}
            required={false}
            label="Passphrase (optional)"
            maxLength={200}
          />
        </>
      )}
      {proof === 'header' && (
        <PasswordInput
          {...secret('header')}
          label="Authorization header"
          placeholder="Bearer …"
          maxLength={4_000}
        />
      )}
      {proof === 'access' && (
        <Group gap="sm" align="flex-start">
          <TextInput {...text('accessKeyId')} label="Access key ID" maxLength={200} />
          <PasswordInput {...secret('secretAccessKey')} label="Secret access key" maxLength={200} />
        </Group>
      )}
    </Stack>
  );
}
