# Sends requests with LWP. Reads {user, password, requests} as JSON, prints [{status, base64}].
use strict;
use warnings;
use HTTP::Request::Common qw(GET POST);
use JSON::PP;
use MIME::Base64 qw(encode_base64 decode_base64);
use URI;

# Gives the account to whatever challenge comes, as people do who don't know the realm.
package Agent;
use parent 'LWP::UserAgent';
sub get_basic_credentials { my ($self) = @_; return @{ $self->{account} } }

package main;
my $job = decode_json(do { local $/; <STDIN> });
my $agent = Agent->new(timeout => 20);
$agent->{account} = [ $job->{user}, $job->{password} ];

my @responses;
for my $one (@{ $job->{requests} }) {
    my $url = URI->new($one->{url});
    $url->query_form(%{ $one->{query} }) if $one->{query};
    my $request;
    if (my $file = $one->{file}) {
        my @part = (undef, $file->{name}, Content => decode_base64($file->{base64}));
        $request = POST $url, Content_Type => 'form-data', Content => [ $file->{field} => \@part ];
    }
    elsif ($one->{form}) {
        $request = POST $url, Content => [ %{ $one->{form} } ];
    }
    else {
        $request = HTTP::Request->new($one->{method} => $url);
        my $body = $one->{json} ? encode_json($one->{json}) : $one->{body};
        utf8::encode($body) if defined $one->{body};
        $request->content($body) if defined $body;
        $request->content_type($one->{type}) if $one->{type};
    }
    my $response = $agent->request($request);
    push @responses, { status => $response->code + 0, base64 => encode_base64($response->content, '') };
}
print encode_json(\@responses);
